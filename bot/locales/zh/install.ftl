# 在浏览器中把 Slack 应用安装到工作区时看到的页面。

install-again = 重新开始

install-installed-title = Parley 已安装
install-installed-text = Parley 已加入 Slack 工作区 { $workspace }。请在频道中用 /invite 邀请它并 @ 它，也可以直接给它发消息。现在可以关闭此页面。

install-cancelled-title = Parley 未安装
install-cancelled-text = 您在 Slack 中取消了安装，没有任何改动。您可以随时重新开始。

install-stale-title = 此页面已失效
install-stale-text = 安装须在十分钟之内、在开始时所用的浏览器中完成，且只能完成一次。如果您刚刚安装完 Parley 又刷新了此页面，那么它已经装好了；否则请重新开始。

install-failed-title = Parley 未安装
install-failed-text = 安装未能完成。请重新开始；如果仍然失败，请联系 Parley 的管理员，日志中记有原因。

install-unavailable-title = 暂时无法安装 Parley
install-unavailable-text = Parley 目前无法连接数据库或 Slack。请稍等一分钟再重新开始；重复安装不会有任何影响。
