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

interface Known {
  /** Whether there is the role. */
  role: boolean;
  ownsDatabase: boolean;
  /** Whether an older version left tables of the superuser, and with them whatever else it made. */
  older: boolean;
}

const LOOK = `
SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') AS role,
  EXISTS (SELECT FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba
    WHERE d.datname = 'postgres' AND r.rolname = '${ROLE}') AS "ownsDatabase",
  EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relowner = current_user::regrole AND c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%'
      AND n.nspname <> 'information_schema') AS older`;

/**
 * Makes the server's role ready, with a password for this start, and answers its URL. The superuser, whose URL is given, is for
 * maintenance alone. What is so already is not done again: every start waits for this.
 */
export async function openAppRole(superuserUrl: string): Promise<string> {
  const password = mintPassword();
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Known>(LOOK);
    const { role, ownsDatabase, older } = rows[0]!;
    // One message of several statements is one transaction.
    await client.query(
      [
        ...(role ? [] : [`CREATE ROLE ${ROLE}`]),
        `ALTER ROLE ${ROLE} LOGIN NOSUPERUSER NOCREATEROLE PASSWORD '${password}'`,
        ...(ownsDatabase ? [] : [`ALTER DATABASE postgres OWNER TO ${ROLE}`]),
        ...(role && !older ? [] : [HAND_OVER]),
      ].join(';\n'),
    );
  } finally {
    await client.end();
  }
  const url = new URL(superuserUrl);
  url.username = ROLE;
  url.password = password;
  return url.href;
}
