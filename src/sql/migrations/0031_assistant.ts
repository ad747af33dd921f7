/** The assistant hosts that operators may connect (INT-025). */
export const assistant: ReadonlyArray<string> = [
  `CREATE TABLE assistant_clients (
    client_id text PRIMARY KEY,
    name text NOT NULL,
    allowlisted boolean NOT NULL,
    created_at timestamptz NOT NULL
  )`
]
