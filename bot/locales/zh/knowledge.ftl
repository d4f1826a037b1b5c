### Knowledge bases: a team's own files.

knowledge-added = { $outcome ->
    [added] 已把《{ $title }》加入知识库“{ $base }”
    [replaced] 已更新知识库“{ $base }”里的《{ $title }》
   *[unchanged] 知识库“{ $base }”里已有一字不差的《{ $title }》
 }：{ $pages ->
    [0] { "" }
   *[other] { $pages } 页，
 }{ $passages } 段。
knowledge-for-team = 这里所有人都可以查询。
knowledge-for-here = 只在这里可查；加上“给团队”就对所有人开放。
knowledge-not-added = 没有加入“{ $name }”：{ $why }
knowledge-file-missing = 没有这个文件；路径里有空格请加引号。
knowledge-file-folder = 这是文件夹，请写出里面的文件。
knowledge-file-kind = 我能读 Markdown（.md）、文本（.txt）和 PDF，请另存为其中一种。
knowledge-file-too-large = 超过 10 MB，请拆开。
knowledge-file-too-long = 太长：最多{ $pages ->
    [0] { "" }
   *[other] { " " }{ $pages } 页或
 } 150 万字，请拆开。
knowledge-file-too-slow = 读取太慢，请重新保存，或存为文本。
knowledge-file-encrypted = 有密码保护，请去掉密码再发。
knowledge-file-scanned = 只有页面图片，没有文字，请先做文字识别（OCR）。
knowledge-file-empty = 里面没有文字，请发有文字的文件。
knowledge-file-garbled = 文件已损坏，或与名称不符，请重新保存，文本请用 UTF-8。
knowledge-file-not-fetched = 平台没有把文件给我，请再发一次。
knowledge-file-no-scope = 我没有读取文件的权限：请管理员加上 files:read 后重新安装。
knowledge-no-file-terminal = 哪个文件？例如“/knowledge add 投资指引 ./mandate.pdf”。
knowledge-no-file-platform = 请在同一条消息里附上文件：提到我并写“把这个文件加入投资指引知识库”。
knowledge-one-title = 一个标题不能给几个文件。请去掉标题，或逐个发送。
knowledge-bad-name = 名称最多 { $most } 个字，且不能叫“general”。
knowledge-admins-only = 只有工作区的管理员可以更改知识库。
knowledge-not-there = 这里的知识库里没有“{ $name }”。用“/knowledge”查看全部。
knowledge-removed = 已从知识库“{ $base }”删除{ $titles }。
knowledge-none = 还没有文件：发文件并写“/knowledge add 投资指引”即可加入。
knowledge-how = 附上文件并写“/knowledge add 名称 as 标题”可加入，“/knowledge remove 名称 标题”可删除，“/knowledge”列出全部。我能读 Markdown、文本和 PDF；只有管理员可以更改。
knowledge-heading = { $bases } 个知识库，共 { $files } 个文件：
knowledge-base = { $base }{ $place ->
    [here] （仅限此处）
   *[team] { "" }
 }
knowledge-document = { $title }：{ $pages ->
    [0] { "" }
   *[other] { $pages } 页，
 }{ $passages } 段（{ $by }，{ $date }）
knowledge-place = { $kind ->
    [page] 第 { $page } 页
    [pages] 第 { $page } 页
    [heading] { $page }
   *[none] { $base }
 }
knowledge-nothing = 在{ $bases }里没有找到相关内容。
