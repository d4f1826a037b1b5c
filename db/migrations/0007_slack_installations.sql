-- The app in several Slack workspaces: with which token we speak in each, and the installations that have been begun.

CREATE TABLE slack_installation (
    tenant_id      uuid NOT NULL REFERENCES tenant,
    enterprise_id  text NOT NULL,  -- empty: the workspace belongs to no organisation
    app_id         text NOT NULL,
    bot_token      text NOT NULL,
    sealed_with    text,  -- names the key the token is encrypted with; without one, the token stands there as it is
    bot_id         text NOT NULL,
    bot_user_id    text NOT NULL,
    scopes         text[] NOT NULL,
    installer_id   text NOT NULL,
    installed_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id)
);

-- Of no tenant: which workspace it will be is not known before Slack answers. Only digests are kept, so that whoever
-- reads the table cannot finish an installation that somebody else has begun. The app has no use for it.
CREATE TABLE slack_oauth_state (
    digest      bytea PRIMARY KEY,
    expires_at  timestamptz NOT NULL
);
CREATE INDEX slack_oauth_state_expired ON slack_oauth_state (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON slack_installation TO parley_app;
-- To find tokens that are to be encrypted anew, with a new key.
GRANT SELECT (tenant_id, sealed_with) ON slack_installation TO parley_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON slack_oauth_state TO parley_system;

ALTER TABLE slack_installation ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_tenant ON slack_installation TO parley_app USING (tenant_id = current_tenant());
CREATE POLICY all_tenants ON slack_installation TO parley_system USING (true);
