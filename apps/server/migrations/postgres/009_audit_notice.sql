-- Tells the servers that entries wait to be sealed, so that none of them asks each second.
CREATE FUNCTION audit_log_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('audit', '');
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_notice AFTER INSERT ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_notice();
