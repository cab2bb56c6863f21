import pg from 'pg';
import { mintPassword } from './new-password.ts';

/** The role that the server works as. It owns the tables and nothing else: no files, no programs, no other roles. */
const ROLE = 'sunfleet_app';

/**
 * Objects that an older version made as the superuser get the server's role as their owner. Sequences of columns and indexes follow
 * their tables, and what belongs to an extension stays the extension's.
 */
const HAND_OVER = `
DO $$
DECLARE o record;
BEGIN
  FOR o IN SELECT nspname FROM pg_namespace WHERE nspowner = current_user::regrole
      AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' LOOP
    EXECUTE format('ALTER SCHEMA %I OWNER TO ${ROLE}', o.nspname);
  END LOOP;
  FOR o IN SELECT c.oid::regclass AS name, c.relkind AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relowner = current_user::regrole AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
        AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
          AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i'))) LOOP
    EXECUTE format('ALTER %s %s OWNER TO ${ROLE}',
      CASE o.kind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, o.name);
  END LOOP;
  FOR o IN SELECT p.oid::regprocedure AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE p.proowner = current_user::regrole AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') LOOP
    EXECUTE format('ALTER ROUTINE %s OWNER TO ${ROLE}', o.name);
  END LOOP;
  FOR o IN SELECT t.oid::regtype AS name FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
      WHERE t.typowner = current_user::regrole AND t.typtype IN ('d', 'e') AND n.nspname NOT LIKE 'pg\\_%'
        AND n.nspname <> 'information_schema'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e') LOOP
    EXECUTE format('ALTER TYPE %s OWNER TO ${ROLE}', o.name);
  END LOOP;
END $$`;

/**
 * Makes the server's role ready, with a password for this start, and answers its URL. The superuser, whose URL is given, is for
 * maintenance alone.
 */
export async function openAppRole(superuserUrl: string): Promise<string> {
  const password = mintPassword();
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${ROLE}`);
    await client.query(`ALTER ROLE ${ROLE} LOGIN NOSUPERUSER NOCREATEROLE PASSWORD '${password}'`);
    await client.query(`ALTER DATABASE postgres OWNER TO ${ROLE}`);
    await client.query(HAND_OVER);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  const url = new URL(superuserUrl);
  url.username = ROLE;
  url.password = password;
  return url.href;
}
