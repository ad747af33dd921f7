/**
 * The number of Actions per workspace, audience and state, so that a summary counts nothing (INT-013). Triggers
 * maintain it in the writing transaction. A transition has already locked the workspace's counter, so updating rows
 * adds no lock waits. `team_id` is 0 for the audience of the whole workspace.
 */
export const actionCounts: ReadonlyArray<string> = [
  `CREATE TABLE action_counts (
    workspace_id integer NOT NULL,
    audience_kind text NOT NULL,
    team_id integer NOT NULL,
    state text NOT NULL,
    actions bigint NOT NULL,
    CONSTRAINT action_counts_pkey PRIMARY KEY (workspace_id, audience_kind, team_id, state)
  ) WITH (fillfactor = 50)`,
  `CREATE FUNCTION count_actions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO action_counts AS c (workspace_id, audience_kind, team_id, state, actions)
          SELECT workspace_id, audience_kind, coalesce(team_id, 0), state, count(*) FROM added
          GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT action_counts_pkey DO UPDATE SET actions = c.actions + EXCLUDED.actions;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO action_counts AS c (workspace_id, audience_kind, team_id, state, actions)
          SELECT workspace_id, audience_kind, coalesce(team_id, 0), state, -count(*) FROM removed
          GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT action_counts_pkey DO UPDATE SET actions = c.actions + EXCLUDED.actions;
      ELSE
        INSERT INTO action_counts AS c (workspace_id, audience_kind, team_id, state, actions)
          SELECT workspace_id, audience_kind, coalesce(team_id, 0), state, sum(actions) FROM (
            SELECT workspace_id, audience_kind, team_id, state, 1 AS actions FROM added
            UNION ALL SELECT workspace_id, audience_kind, team_id, state, -1 FROM removed
          ) change
          GROUP BY 1, 2, 3, 4 HAVING sum(actions) <> 0 ORDER BY 1, 2, 3, 4
        ON CONFLICT ON CONSTRAINT action_counts_pkey DO UPDATE SET actions = c.actions + EXCLUDED.actions;
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER actions_count_added AFTER INSERT ON actions
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_actions()`,
  `CREATE TRIGGER actions_count_changed AFTER UPDATE ON actions
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_actions()`,
  `CREATE TRIGGER actions_count_removed AFTER DELETE ON actions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_actions()`,
  `INSERT INTO action_counts (workspace_id, audience_kind, team_id, state, actions)
    SELECT workspace_id, audience_kind, coalesce(team_id, 0), state, count(*) FROM actions GROUP BY 1, 2, 3, 4`
]
