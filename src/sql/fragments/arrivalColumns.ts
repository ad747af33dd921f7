/**
 * The status of a task `t` of the stay `r` at a venue `v` with the local date `v.today`; `benefits` are the benefits
 * due (DOMAIN 6.2).
 */
export const arrivalStatusColumn = (benefits: string) => `
  CASE
    WHEN t.status <> 'withdrawn' AND r.check_out < v.today THEN 'completed'
    WHEN r.status = 'cancelled' OR ${benefits} = '[]'::jsonb THEN 'withdrawn'
    WHEN r.check_out < v.today THEN 'completed'
    WHEN t.acknowledged_at IS NOT NULL THEN 'acknowledged'
    ELSE 'open'
  END`

/**
 * Whether a task `t` of the stay `r` changed since it was acknowledged; `differs` adds conditions besides its dates.
 */
export const arrivalChangedColumn = (differs: string) => `
  (t.changed_since_ack OR (
    t.acknowledged_at IS NOT NULL AND (coalesce(r.check_in, t.check_in) <> t.check_in OR ${differs})
  ))`
