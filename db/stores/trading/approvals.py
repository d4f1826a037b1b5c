"""SQL of the approvals: which message or press decided on what. Written and read by the decisions' store."""

ADD = """
INSERT INTO approval (tenant_id, decision_id, version, turn_id, outcome, decided_by, decided_at)
VALUES (%(tenant_id)s, %(decision_id)s, %(version)s, %(turn_id)s, %(outcome)s, %(decided_by)s, %(decided_at)s)
"""
