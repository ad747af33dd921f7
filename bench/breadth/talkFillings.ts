import { breadth, placed } from "./breadth.ts"
import { type Filling, once, rowsOf, someOf } from "./filling.ts"

const { actionBase, base, organization, talkBase, workspace } = breadth

/** The operator of row n; four of five rows belong to the operator whose items and answers are listed. */
const operator = (some: number) => `CASE WHEN n % 5 = 0 THEN ${base} + n % ${some} ELSE ${base} + 1 END`

/** The thread of row n; one thread has every fifth message. */
const thread = `CASE WHEN n % 5 = 0 THEN ${talkBase} ELSE ${talkBase} + n END`

/** The content of a workspace besides its Actions and events. */
export const talkFillings: ReadonlyArray<Filling> = [
  once(
    "action_counts",
    () => `
    INSERT INTO action_counts (workspace_id, audience_kind, team_id, state, actions)
    SELECT a.workspace_id, a.audience_kind, coalesce(a.team_id, 0), a.state, count(*) FROM actions a
    WHERE a.workspace_id = ${workspace} GROUP BY 1, 2, 3, 4`
  ),
  rowsOf(
    "guests",
    () => `
    INSERT INTO guests (id, organization_id, xid) SELECT ${talkBase} + n, ${organization}, 'bench-visitor-' || n FROM ${placed}`
  ),
  rowsOf(
    "conversations",
    ({ rows }) => `
    INSERT INTO conversations (id, workspace_id, guest_id, messages, last_message_at)
    SELECT ${talkBase} + n, ${workspace}, ${talkBase} + n, CASE WHEN n = 0 THEN ${rows} ELSE 1 END, at FROM ${placed}`
  ),
  rowsOf(
    "messages",
    () => `
    INSERT INTO messages (
      id, xid, conversation_id, seq, direction, channel, author_kind, author_name, body, audience_kind, created_at
    )
    SELECT ${talkBase} + n, 'bench-message-' || n, ${thread}, n + 1, CASE WHEN n % 2 = 0 THEN 'outbound' ELSE 'inbound' END,
      'sms', 'guest', 'Anna', 'Could we have two more towels, please?', 'workspace', at
    FROM ${placed}`
  ),
  rowsOf(
    "comments",
    ({ some }) => `
    INSERT INTO comments (id, xid, workspace_id, action_id, message_id, author_id, body, created_at)
    SELECT ${talkBase} + n, 'bench-comment-' || n, ${workspace},
      CASE WHEN n >= ${some} THEN ${actionBase} + CASE WHEN n % 5 = 0 THEN 0 ELSE n END END,
      CASE WHEN n < ${some} THEN ${talkBase} END, ${base} + 1, 'On my way', at
    FROM ${placed}`
  ),
  rowsOf(
    "attention_items",
    ({ rows, some }) => `
    INSERT INTO attention_items (xid, workspace_id, operator_id, kind, action_id, from_operator_id, created_at, read_at)
    SELECT 'bench-attention-' || n, ${workspace}, ${operator(some)}, 'assignment', ${actionBase} + n, ${base} + 2, at,
      CASE WHEN n < ${rows} - 100 THEN at END
    FROM ${placed}`
  ),
  rowsOf(
    "reactions",
    ({ some }) => `
    INSERT INTO reactions (workspace_id, message_id, operator_id, emoji, created_at)
    SELECT ${workspace}, ${talkBase} + CASE WHEN n < ${some} THEN 0 ELSE n END, ${base} + n % ${some}, '👍', at FROM ${placed}`
  ),
  someOf(
    "private_ai_threads",
    () => `
    INSERT INTO private_ai_threads (id, organization_id, workspace_id, operator_id, created_at)
    SELECT ${base} + n, ${organization}, ${workspace}, ${base} + 1, at FROM ${placed}`
  ),
  rowsOf(
    "private_ai_messages",
    ({ some }) => `
    INSERT INTO private_ai_messages (
      xid, organization_id, workspace_id, operator_id, thread_id, action_id, question, answer, model, audience_kind,
      asked_at, answered_at
    )
    SELECT 'bench-answer-' || n, ${organization}, ${workspace}, ${operator(some)}, ${base} + n % ${some}, ${actionBase} + n,
      'When do they arrive?', 'At three', 'model', 'workspace', at, at
    FROM ${placed}`
  )
]
