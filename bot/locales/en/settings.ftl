### /settings: what is set for a channel, and how to change it.

settings-opening = Settings here; they hold for everyone in this channel, and anyone in it may change them:
settings-separator = {". "}
settings-language = Language: { $value }
settings-time-zone = Time zone: { $value }
settings-engine = Engine: { $value }
settings-language-is-en = English
settings-language-is-zh = Chinese
settings-language-is-auto = that of whoever speaks
settings-time-zone-is = { $name }, where it is { $now }
settings-engine-is = { $name }
settings-engine-is-default = the default, { $default }
settings-how-language = To change it: /settings language zh, en or auto
settings-how-time-zone = To change it: /settings timezone New York, or Asia/Shanghai; back to UTC: /settings timezone auto
settings-how-engine = To change it: /settings engine NAME, or default; there is: { $engines }
settings-changed-language = { $by } has set the language here: { $value }. A message that is clearly in another one is still answered in its own.
settings-changed-time-zone = { $by } has set the time zone here: { $value }. Market dates stay those of New York.
settings-changed-engine = { $by } has set the engine here: { $value }.
settings-unknown = I do not know what to set by “{ $word }”. There are language, timezone and engine; /settings shows how each stands.
settings-no-language = I do not speak “{ $word }”. Nothing was changed; choose zh, en or auto.
settings-no-time-zone = I know no time zone called “{ $word }”. Nothing was changed; name a large city in it, or write it like Asia/Shanghai.
settings-no-time-zone-near = I know no time zone called “{ $word }”. Nothing was changed; did you mean { $near }?
settings-no-engine = There is no engine called “{ $word }”. Nothing was changed; there is: { $engines }.
