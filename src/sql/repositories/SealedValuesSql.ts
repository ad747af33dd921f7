import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { externalCodePurpose, verificationCodePurpose } from "../../domain/fulfillments/fulfillmentCodes.ts"
import { insightSecretPurpose, pmsGuestIdPurpose } from "../../domain/insight/insightSecrets.ts"
import { signingSecretPurpose } from "../../domain/providers/Installation.ts"
import { outboxSeals } from "../../domain/secrets/outboxSeals.ts"
import type { SealedKind, SealedValue, SealedValues } from "../../domain/secrets/SealedValues.ts"

const Row = Schema.Struct({
  position: Schema.String,
  purpose: Schema.NullOr(Schema.String),
  about: Schema.String,
  sealed: Schema.NullOr(Schema.String),
  digestAbout: Schema.NullOr(Schema.String)
})

const Count = Schema.Struct({ count: Schema.Int })

/** Where one kind of sealed value is stored. `first` sorts before every position. */
interface Store {
  readonly table: string
  readonly key: ReadonlyArray<string>
  /** SQL expressions of the key columns, from a position as text. */
  readonly keyOf: (position: string) => ReadonlyArray<string>
  readonly position: string
  readonly first: string
  readonly purpose: string
  readonly about: string
  readonly sealed: string
  /** Assigns `l.sealed` to the sealed value. */
  readonly change: string
  readonly digestAbout: string
  /** Assigns `l.digest` to the digest, if there is one. */
  readonly digest: string
}

/** A column that contains only the sealed value. */
const column = (name: string) => ({ sealed: `t.${name}`, change: `${name} = l.sealed` })

/** A CASE over the kinds of outbox entries; NULL for kinds without sealed values. */
const byKind = (expressionOf: (seal: (typeof outboxSeals)[string]) => string) =>
  `CASE t.kind ${Object.entries(outboxSeals)
    .map(([kind, seal]) => `WHEN '${kind}' THEN ${expressionOf(seal)}`)
    .join(" ")} END`

/** A signing secret of one kind of installation. */
const signingSecret = (table: string, sealed: string): Store => ({
  table,
  key: ["id"],
  keyOf: (position) => [`(${position})::integer`],
  position: "t.id::text",
  first: "0",
  purpose: `'${signingSecretPurpose}'`,
  about: "t.xid",
  ...column(sealed),
  digestAbout: "NULL",
  digest: ""
})

const stores: { readonly [Kind in SealedKind]: Store } = {
  verificationCode: {
    table: "fulfillments",
    key: ["id"],
    keyOf: (position) => [`(${position})::uuid`],
    position: "t.id::text",
    first: "00000000-0000-0000-0000-000000000000",
    purpose: `'${verificationCodePurpose}'`,
    about: "t.id::text",
    ...column("verification_code_enc"),
    digestAbout: "t.id::text",
    digest: ", verification_code_hash = coalesce(l.digest, t.verification_code_hash)"
  },
  externalCode: {
    table: "offer_codes",
    key: ["id"],
    keyOf: (position) => [`(${position})::integer`],
    position: "t.id::text",
    first: "0",
    purpose: `'${externalCodePurpose}'`,
    about: "t.xid",
    ...column("value_enc"),
    digestAbout: "t.pool_id::text",
    digest: `, value_hash = CASE
      WHEN l.digest IS NULL OR EXISTS (
        SELECT 1 FROM offer_codes d WHERE d.pool_id = t.pool_id AND d.value_hash = l.digest
      ) THEN t.value_hash ELSE l.digest END`
  },
  storedResponse: {
    table: "idempotency_keys",
    key: ["namespace", "tenant", "key"],
    keyOf: (position) => [0, 1, 2].map((part) => `(${position})::jsonb->>${part}`),
    position: "jsonb_build_array(t.namespace, t.tenant, t.key)::text",
    first: '["","",""]',
    purpose: "t.sealed_for",
    about: "t.tenant || ' ' || t.key",
    ...column("body"),
    digestAbout: "NULL",
    digest: ""
  },
  insightSecret: {
    table: "insight_secrets",
    key: ["organization_id"],
    keyOf: (position) => [`(${position})::integer`],
    position: "t.organization_id::text",
    first: "0",
    purpose: `'${insightSecretPurpose}'`,
    about: "t.organization_id::text",
    ...column("secret_enc"),
    digestAbout: "NULL",
    digest: ""
  },
  pmsGuestId: {
    table: "guest_intelligence",
    key: ["id"],
    keyOf: (position) => [`(${position})::bigint`],
    position: "t.id::text",
    first: "0",
    purpose: `'${pmsGuestIdPurpose}'`,
    about: "t.organization_id || ' ' || t.hashed_pms_guest_id",
    ...column("pms_guest_id_enc"),
    digestAbout: "NULL",
    digest: ""
  },
  chatSecret: signingSecret("chat_installations", "secret_enc"),
  formerChatSecret: signingSecret("chat_installations", "former_secret_enc"),
  smsSecret: signingSecret("sms_installations", "secret_enc"),
  formerSmsSecret: signingSecret("sms_installations", "former_secret_enc"),
  waitingMessage: {
    table: "outbox",
    key: ["id"],
    keyOf: (position) => [`(${position})::bigint`],
    position: "t.id::text",
    first: "0",
    purpose: byKind(({ purpose }) => `'${purpose}'`),
    about: `coalesce(${byKind(({ about }) => `t.payload->>'${about}'`)}, '')`,
    sealed: byKind(({ sealed }) => `t.payload->>'${sealed}'`),
    change: `payload = jsonb_set(t.payload, ${byKind(({ sealed }) => `'{${sealed}}'::text[]`)}, to_jsonb(l.sealed))`,
    digestAbout: "NULL",
    digest: ""
  }
}

const listText = ({ about, digestAbout, key, keyOf, position, purpose, sealed, table }: Store) => {
  const columns = key.map((column) => `t.${column}`).join(", ")
  return `
    SELECT ${position} AS position, ${purpose} AS purpose, ${about} AS about, ${digestAbout}::text AS "digestAbout",
      CASE WHEN left(${sealed}, length($2::text)) <> $2 THEN ${sealed} END AS sealed
    FROM ${table} t WHERE (${columns}) > (${keyOf("$1::text").join(", ")}) ORDER BY ${columns} LIMIT $3`
}

const sameKey = (left: string, right: string, key: ReadonlyArray<string>) =>
  key.map((column) => `${left}.${column} = ${right}.${column}`).join(" AND ")

// Rows are locked with SKIP LOCKED before any is changed, so that this cannot deadlock with a transaction that holds
// some of them.
const updateText = ({ change, digest, key, keyOf, sealed, table }: Store) => `
  WITH change AS MATERIALIZED (
    SELECT ${keyOf("c.position")
      .map((part, index) => `${part} AS ${key[index]}`)
      .join(", ")}, c.was, c.sealed, c.digest
    FROM jsonb_to_recordset($1::text::jsonb) AS c (position text, was text, sealed text, digest text)
  ), locked AS MATERIALIZED (
    SELECT ${key.map((column) => `t.${column}`).join(", ")}, c.sealed, c.digest
    FROM change c JOIN ${table} t ON ${sameKey("t", "c", key)} WHERE ${sealed} = c.was
    FOR NO KEY UPDATE OF t SKIP LOCKED
  ), changed AS (
    UPDATE ${table} t SET ${change}${digest} FROM locked l WHERE ${sameKey("t", "l", key)} RETURNING 1
  )
  SELECT count(*) AS count FROM changed`

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeCounts = Schema.decodeUnknownEffect(Schema.Tuple([Count]))

const valueOf = ({ about, digestAbout, position, purpose, sealed }: typeof Row.Type): ReadonlyArray<SealedValue> =>
  purpose === null || sealed === null ? [] : [{ position, purpose, about, sealed, digestAbout }]

/** The sealed values in this database. */
export const makeSealedValuesSql: Effect.Effect<SealedValues["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    return {
      // Reads every row of the range, sealed value or not: a statement that searched for the next value could run
      // indefinitely.
      list: Effect.fnUntraced(function* ({ after, except = "", kind, limit }) {
        const store = stores[kind]
        const result = yield* sql.unsafe(listText(store), [after ?? store.first, `${except}.`, limit])
        const rows = yield* decodeRows(result)
        return { values: rows.flatMap(valueOf), next: rows.length < limit ? undefined : rows.at(-1)?.position }
      }, Effect.orDie),
      update: Effect.fnUntraced(function* (kind, values) {
        const [{ count }] = yield* decodeCounts(yield* sql.unsafe(updateText(stores[kind]), [JSON.stringify(values)]))
        return count
      }, Effect.orDie)
    }
  }
)
