### 应用主页。

home-outcomes = 最近的决策
home-no-outcomes = 还没有任何决策。
home-outcome = { $what }：{ $final_status }
home-begin = 要开始，请在频道里提到我，或直接给我发消息：“谷歌要不要买？最多3000美元”。提问的人确认之前不会有任何交易。
