"""Reads the text of a PDF from standard input; run by `reader.py` in its own process, whatever the file does to it.

It writes one JSON object: {"pages": ["…"]} or {"problem": "encrypted"}. It imports nothing of Parley.
"""

import json
import logging
import resource
import sys
from io import BytesIO


def limit_resources(*, memory: int, seconds: int) -> None:
    """Bound what this process may use: bytes of address space, and seconds of processor time."""
    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(kind, (most, most))
    if sys.platform == "linux":  # elsewhere it is not enforced, or refuses what is mapped already
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def read_pages(content: bytes, *, max_pages: int, max_characters: int) -> dict[str, object]:
    """Return the text of each page, or what is wrong with the file."""
    from pypdf import PdfReader  # noqa: PLC0415  # after the limits are set

    try:
        reader = PdfReader(BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return {"problem": "encrypted"}
        if len(reader.pages) > max_pages:
            return {"problem": "too_long"}
        pages: list[str] = []
        for page in reader.pages:
            pages.append(page.extract_text())
            if sum(map(len, pages)) > max_characters:
                return {"problem": "too_long"}
    except MemoryError:
        return {"problem": "too_long"}
    except Exception as error:  # noqa: BLE001  # whatever a broken file makes of a parser
        name = type(error).__name__
        is_locked = name in {"DependencyError", "FileNotDecryptedError"}  # a cipher that needs another library
        return {"problem": "encrypted" if is_locked else "garbled", "why": name}
    return {"pages": pages}


def main() -> None:
    """Read one file; the arguments are the limits: bytes, seconds, pages, characters."""
    memory, seconds, max_pages, max_characters = map(int, sys.argv[1:])
    limit_resources(memory=memory, seconds=seconds)
    logging.disable(logging.CRITICAL)  # of each oddity that pypdf works around
    content = sys.stdin.buffer.read()
    read = read_pages(content, max_pages=max_pages, max_characters=max_characters)
    try:
        written = json.dumps(read)  # ASCII: also lone surrogates
    except MemoryError:
        written = json.dumps({"problem": "too_long"})
    sys.stdout.write(written)


if __name__ == "__main__":
    main()
