import type { TableName } from "../../src/domain/dataset/tables.ts"
import { unboundTables } from "./unboundTables.ts"

interface Exception {
  /** Text that only this kind of statement contains. */
  readonly containing: string
  readonly tables: ReadonlyArray<TableName>
  readonly reason: string
}

/** Statements that span tenants, and why they may. Those of jobs are identified by their condition. */
const exceptions: ReadonlyArray<Exception> = [
  {
    containing: "FROM operator_sessions e WHERE e.expires_at <",
    tables: ["operatorSessions"],
    reason: "the job removes the ended sessions of all operators"
  },
  {
    containing: "o.status = 'published'",
    tables: ["offers"],
    reason: "published offers of every organization are listed for members"
  },
  {
    containing: "FROM properties p WHERE p.id = $1::integer), page AS",
    tables: ["properties"],
    reason: "the one number is the caller's reach"
  },
  {
    containing: "found AS MATERIALIZED (SELECT m.id, m.xid FROM members m WHERE",
    tables: ["members"],
    reason: "members are of no organization: a search keeps those who are linked to the caller's venues"
  },
  {
    containing: "g.organization_id IS NOT NULL",
    tables: ["pageGroups", "benefitGroups"],
    reason: "a key with global scope sees the pages and benefit groups of every organization"
  },
  {
    containing: "e.organization_id IS NOT NULL",
    tables: ["entitlements"],
    reason: "a key with global scope sees the entitlements of every organization"
  },
  {
    containing: "named WHERE o.id IS NOT NULL ORDER BY named.rank",
    tables: ["organizations"],
    reason: "a key with global scope reads the stays of every organization"
  },
  {
    containing: "m.id = coalesce(CASE WHEN r.finalized_at IS NOT NULL",
    tables: ["members"],
    reason: "the member who holds the points of a stay that was looked up before"
  },
  {
    containing: "FROM audit_log entry WHERE",
    tables: ["auditLog"],
    reason: "an administrative command reads the audit log of every organization"
  },
  {
    containing: "FROM members m WHERE m.xid = $1",
    tables: ["members"],
    reason: "administrative commands close and merge accounts, which belong to no organization"
  },
  {
    containing: "FROM organizations o ORDER BY o.slug",
    tables: ["organizations"],
    reason: "administrative commands list the organizations"
  },
  {
    containing: "FROM properties v WHERE v.latitude BETWEEN",
    tables: ["properties"],
    reason: "published offers are looked for by the place of their venue"
  },
  {
    containing: "FROM properties p WHERE 1=1",
    tables: ["properties"],
    reason: "a desk with global scope reaches every venue"
  },
  {
    containing: "CROSS JOIN unnest($1::text[]) AS wanted (status) WHERE o.id IS NOT NULL",
    tables: ["organizations"],
    reason: "staff with global scope list the reservations of every organization"
  },
  {
    containing: "o.organization_id IS NOT NULL AND o.status = 'active'",
    tables: ["operators"],
    reason: "a key with global scope sees the teammates of every organization"
  },
  {
    containing: "p.organization_id IS NOT NULL",
    tables: ["offerCodePools", "offers"],
    reason: "a key with global scope sees the code pools of every organization"
  },
  {
    containing: "WHERE p.id = $1 FOR NO KEY UPDATE OF p",
    tables: ["offerCodePools", "organizations", "offers", "properties"],
    reason: "the job watches the stocks of all organizations"
  },
  {
    containing: "d.organization_id IS NOT NULL",
    tables: ["customDomains", "pageGroups"],
    reason: "a key with global scope sees the domains of every organization"
  },
  {
    containing: "FROM custom_domains d WHERE d.next_check_at <=",
    tables: ["customDomains"],
    reason: "the job checks the domains of all organizations"
  },
  {
    containing: "t.organization_id IS NOT NULL",
    tables: ["tiers", "programs", "pointMultipliers", "properties"],
    reason: "a key with global scope sees the multipliers of every organization"
  },
  {
    containing: "t.organization_id IS NOT NULL FOR UPDATE",
    tables: ["arrivalTasks"],
    reason: "a desk with global scope acknowledges the tasks of every organization"
  },
  {
    containing: "b.organization_id IS NOT NULL",
    tables: ["benefits", "benefitVenues", "benefitGroups", "benefitGroupItems", "properties"],
    reason: "a key with global scope sees the benefits of every organization"
  },
  {
    containing: "WHERE b.xid = $1 AND 1=1",
    tables: ["benefits", "benefitVenueOverrides", "properties"],
    reason: "a key with global scope sees the overrides of every organization"
  },
  {
    containing: "FROM programs p WHERE p.organization_id IS NOT NULL",
    tables: ["programs", "programVenues", "tiers"],
    reason: "a key with global scope sees the programs of every organization"
  },
  {
    containing: "p.xid = $1 AND p.organization_id IS NOT NULL",
    tables: ["programs", "programVenues", "tiers"],
    reason: "a key with global scope sees the programs of every organization"
  },
  {
    containing: "k.organization_id IS NOT NULL",
    tables: ["themeKits"],
    reason: "a key with global scope sees the theme kits of every organization"
  },
  {
    containing: "p.status = 'active' FOR SHARE",
    tables: ["programs"],
    reason: "an enrolment has its program from an invite or an import, by its internal id"
  },
  {
    containing: "FROM members named JOIN members",
    tables: ["members"],
    reason: "members are of no organization: an import links stays and guests to whom it names"
  },
  {
    containing: "FROM members m WHERE m.xid = ANY(",
    tables: ["members"],
    reason: "an import learns whether the organization knows a member, and changes no others"
  },
  {
    containing: "WHERE 1=1 ORDER BY p.name",
    tables: ["properties", "brands"],
    reason: "a key with global scope reaches every venue"
  },
  {
    containing: "f.property_id IS NOT NULL AND 1=1",
    tables: ["fulfillments", "offers", "properties", "reservations"],
    reason: "a desk with global scope reaches every claim"
  },
  {
    containing: "WHERE r.finalized_at IS NULL AND r.status NOT IN",
    tables: ["reservations", "properties"],
    reason: "the job finalises the stays of all organizations"
  },
  {
    containing: "a.type = 'earn' AND a.status = 'pending' AND (r.status IN",
    tables: ["walletActivity", "reservations"],
    reason: "the job settles the pending points of all members"
  },
  {
    containing: "t.refreshed_at <=",
    tables: ["arrivalTasks", "reservations", "properties"],
    reason: "the job refreshes the arrival tasks of all organizations"
  },
  {
    containing: "r.organization_id <> ALL(",
    tables: ["reservations", "properties", "members", "arrivalTasks", "enrolments"],
    reason: "the job creates the arrival tasks of all organizations"
  },
  {
    containing: "FROM enrolments e CROSS JOIN LATERAL ( SELECT ti.id, ti.xid, ti.name, ti.level",
    tables: ["enrolments", "tiers"],
    reason: "member and organization are compared outside the subquery that reads the tiers"
  },
  {
    containing: "INSERT INTO wallet_entries",
    tables: ["walletActivity", "wallets"],
    reason: "the rows of one member's move are parameters of the statement as a whole"
  },
  {
    containing: "SELECT m.id FROM members m JOIN wallets w ON w.member_id = m.id",
    tables: ["members", "wallets"],
    reason: "the job ends the points of all members that were closed"
  },
  {
    containing: "FROM transfers t WHERE t.id =",
    tables: ["transfers"],
    reason: "only a merge asks, by the id of its own transfer"
  },
  {
    containing: "p.name FROM programs p WHERE p.xid =",
    tables: ["programs"],
    reason: "an administrative command names the program of any organization"
  },
  {
    containing: "AS entries FROM wallets",
    tables: ["wallets"],
    reason: "finance asks for the points of all members"
  },
  {
    containing: "SELECT member_id, entry_count FROM wallets WHERE member_id >",
    tables: ["wallets"],
    reason: "finance asks for the points of all members"
  },
  {
    containing: "FROM wallet_entries e WHERE e.member_id > $",
    tables: ["walletEntries", "walletLots", "auditLog"],
    reason: "finance asks for the points of all members"
  },
  {
    containing: "WHERE remaining > 0 AND expires_at <=",
    tables: ["walletLots"],
    reason: "the job ends the points of all members that are due"
  },
  {
    containing: "p.status = 'published'",
    tables: ["properties", "propertyAvailability", "brands"],
    reason: "published venues are public, and so are their brands"
  },
  {
    containing: "FROM redemption_records d WHERE d.fulfillment_id =",
    tables: ["redemptionRecords"],
    reason: "the claim was read within its tenant before"
  },
  {
    containing: "WHERE f.id = $1::uuid AND true",
    tables: ["fulfillments", "offers", "properties", "reservations"],
    reason: "the system locks the claims that it finds due"
  },
  {
    containing: "WITH changed AS ( UPDATE fulfillments SET",
    tables: ["fulfillments", "offerCodes"],
    reason: "the claim was locked within its tenant before, and its version says so; its codes are its own"
  },
  {
    containing: "reminded_at IS NULL",
    tables: ["fulfillments", "offers", "properties", "reservations"],
    reason: "the job reminds the members of all claims that end"
  },
  {
    containing: "f.expires_at <= $1::timestamptz) AND true ORDER BY",
    tables: ["fulfillments"],
    reason: "the job ends all claims that are due"
  },
  {
    containing: "e.fulfillment_id = $1::uuid AND e.type = 'SPEND'",
    tables: ["walletEntries", "walletLots"],
    reason: "what a claim cost, of a claim that was locked before"
  },
  {
    containing: "WHERE fulfillment_id = $1::uuid AND type = 'spend'",
    tables: ["walletActivity"],
    reason: "what a claim cost, of a claim that was locked before"
  },
  {
    containing: "DELETE FROM idempotency_keys k WHERE k.expires_at <= $1 AND k.ctid = ANY",
    tables: ["idempotencyKeys"],
    reason: "the job `sweep` removes what is past its retention, of all organizations"
  },
  {
    containing: "DELETE FROM page_images i WHERE i.id IN ( SELECT o.id FROM page_images o WHERE o.created_at <",
    tables: ["pageImages", "pageVersions"],
    reason: "the job `sweep` removes what no page shows, of all organizations"
  },
  {
    containing: "DELETE FROM messaging_events WHERE ctid = ANY",
    tables: ["messagingEvents", "workspaceCounters"],
    reason: "the job `sweep` removes what is past its retention, of all organizations"
  },
  {
    containing: "WITH kept AS MATERIALIZED ( SELECT w.workspace_id",
    tables: ["messagingEvents", "workspaceCounters"],
    reason: "the job `sweep` removes what is past its retention, of all organizations"
  },
  {
    containing: "AND e.tier_expires_at <= $1 ORDER BY",
    tables: ["enrolments"],
    reason: "the job ends the tiers of all members that are due"
  },
  {
    containing: "p.id = ANY(",
    tables: ["properties", "brands"],
    reason: "the numbers are those of the caller's reach, or of a search before"
  },
  {
    containing: "FROM properties p WHERE p.id = $2::integer), bounds AS",
    tables: ["properties"],
    reason: "the one number is the caller's reach"
  },
  {
    containing: "WHERE p.id = $1::integer ORDER BY p.name",
    tables: ["properties", "brands"],
    reason: "the one number is the caller's reach"
  },
  {
    containing: "WHERE r.id = $",
    tables: ["reservations"],
    reason: "a stay that was looked up before, by its number"
  },
  {
    containing: "merged.xid = ANY($2::text[]) ) ORDER BY m.id FOR KEY SHARE",
    tables: ["members"],
    reason: "an import locks the members that its lines name, before it reads those of its organization"
  },
  {
    containing: "own.member_id = $2 UNION",
    tables: ["arrivalTasks", "reservations"],
    reason: "the tasks of one member, by two ways"
  },
  {
    containing: "FROM fulfillments t WHERE (t.id) > ",
    tables: ["fulfillments"],
    reason: "one secret seals the codes of all organizations"
  },
  {
    containing: "FROM offer_codes t WHERE (t.id) > ",
    tables: ["offerCodes"],
    reason: "one secret seals the codes of all organizations"
  },
  {
    containing: "FROM idempotency_keys t WHERE (t.namespace, t.tenant, t.key) > ",
    tables: ["idempotencyKeys"],
    reason: "one secret seals the responses of all tenants"
  },
  {
    containing: "FROM insight_secrets t WHERE (t.organization_id) > ",
    tables: ["insightSecrets"],
    reason: "one secret seals the secrets of all organizations"
  },
  {
    containing: "FROM guest_intelligence t WHERE (t.id) > ",
    tables: ["guestIntelligence"],
    reason: "one secret seals the PMS ids of all organizations' guests"
  },
  {
    containing: "FROM chat_installations t WHERE (t.id) > ",
    tables: ["chatInstallations"],
    reason: "one secret seals the signing secrets of all organizations"
  },
  {
    containing: "FROM sms_installations t WHERE (t.id) > ",
    tables: ["smsInstallations"],
    reason: "one secret seals the signing secrets of all organizations"
  },
  {
    containing: "WHERE r.signed_at < $1",
    tables: ["providerRequestLog"],
    reason: "the job removes the requests of all installations"
  },
  {
    containing: "WHERE l.expires_at < $1",
    tables: ["chatLinkTokens"],
    reason: "the job removes the links of all organizations"
  },
  {
    containing: "AS c (position text, was text, sealed text, digest text)",
    tables: [
      "fulfillments",
      "offerCodes",
      "idempotencyKeys",
      "guestIntelligence",
      "insightSecrets",
      "chatInstallations",
      "smsInstallations"
    ],
    reason: "the rows are those that were listed before"
  },
  {
    containing: "UPDATE offer_codes SET status = $",
    tables: ["offerCodes"],
    reason: "the code of a claim that was locked before"
  }
]

const isException = (text: string, table: TableName) =>
  exceptions.some(({ containing, tables }) => tables.includes(table) && text.includes(containing))

/** The executed statements that lack a tenant condition: the tables, then the statement. */
export const unboundStatements = (statements: Iterable<string>): ReadonlyArray<string> =>
  [...new Set(statements)].flatMap((statement) => {
    const text = statement.replaceAll(/\s+/gu, " ").trim()
    const tables = unboundTables(text, (table) => isException(text, table))
    return tables.length === 0 ? [] : [`${tables.join(", ")}: ${text}`]
  })
