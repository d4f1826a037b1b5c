"""Web API: files.*, and the upload URL."""

from typing import Final

from aiohttp import web

from .calling import ApiCaller, ApiMethod
from .methods_chat import own_message
from .model import Json, refuse, refuse_arguments
from .world import FakeSlackState


def get_upload_url(caller: ApiCaller) -> Json:
    name, length = caller.args.required("filename"), caller.args.number("length", 0)
    if length <= 0:
        refuse_arguments("must be greater than 0: length")
    file: Json = {"id": caller.world.ids.new("F"), "name": name, "size": length, "content": None, "is_shared": False}
    caller.workspace.files[file["id"]] = file
    return {"upload_url": f"{caller.services.base}upload/v1/{file['id']}", "file_id": file["id"]}


def complete_upload(caller: ApiCaller) -> Json:
    wanted = caller.args.json("files")
    if not isinstance(wanted, list) or not wanted:
        refuse_arguments("missing required field: files")
    files = [caller.workspace.files.get(one.get("id")) for one in wanted]
    for file, one in zip(files, wanted, strict=True):
        if file is None or file["content"] is None or file["is_shared"]:
            refuse("file_not_found")
        file["title"] = one.get("title") or file["name"]
    if "channel_id" in caller.args or "channels" in caller.args:
        _share(caller, [file for file in files if file])
    return {"files": [{"id": file["id"], "title": file["title"]} for file in files if file]}


def _share(caller: ApiCaller, files: list[Json]) -> None:
    for id_ in (caller.args.text("channel_id") or caller.args.text("channels")).split(","):
        caller.args.values["channel_id"] = id_
        channel = caller.member_channel("channel_id")
        thread_ts = caller.args.text("thread_ts") or None
        if thread_ts and channel.find(thread_ts) is None:
            refuse("thread_not_found")
        message = own_message(caller, channel, thread_ts=thread_ts)
        message.subtype, message.text = "file_share", caller.args.text("initial_comment")
        message.files = [{k: file[k] for k in ("id", "name", "title", "size")} for file in files]
        caller.world.post(message)
    for file in files:
        file["is_shared"] = True


async def receive_upload(world: FakeSlackState, request: web.Request) -> web.Response:
    """Take the bytes of one file, as the body or as a form's file."""
    id_ = request.match_info["file"]
    file = next((w.files[id_] for w in world.workspaces.values() if id_ in w.files), None)
    if file is None:
        return web.Response(status=404, text="no such file")
    content = await request.read()
    if request.content_type == "multipart/form-data":
        uploaded = [part for part in (await request.post()).values() if isinstance(part, web.FileField)]
        content = uploaded[0].file.read() if uploaded else b""
    if len(content) != file["size"]:
        return web.Response(status=400, text=f"{file['size']} bytes were announced, {len(content)} came")
    file["content"] = content
    return web.Response(text=f"OK - {len(content)}")


METHODS: Final = {
    "files.getUploadURLExternal": ApiMethod(get_upload_url, 4, ("files:write",)),
    "files.completeUploadExternal": ApiMethod(complete_upload, 4, ("files:write",)),
}
