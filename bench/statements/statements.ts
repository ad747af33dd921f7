import { Effect } from "effect"
import { DateTime } from "effect"
import { IntegrationId } from "../../src/domain/access/ApiKey.ts"
import { ActionId } from "../../src/domain/actions/Action.ts"
import type { AuditEntry } from "../../src/domain/audit/AuditLog.ts"
import { scanRows } from "../../src/domain/messaging/scanPage.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { makeActionsSql } from "../../src/sql/repositories/ActionsSql.ts"
import { makeAuditLogSql } from "../../src/sql/repositories/AuditLogSql.ts"
import { makeApiKeysSql } from "../../src/sql/repositories/ApiKeysSql.ts"
import { makeBrandsSql } from "../../src/sql/repositories/BrandsSql.ts"
import { makeIdempotencyKeysSql } from "../../src/sql/repositories/IdempotencyKeysSql.ts"
import { makeMessagingEventsSql } from "../../src/sql/repositories/MessagingEventsSql.ts"
import { makeMessagingGrantsSql } from "../../src/sql/repositories/MessagingGrantsSql.ts"
import { makeOwnerCandidatesSql } from "../../src/sql/repositories/OwnerCandidatesSql.ts"
import { makeVenuesSql } from "../../src/sql/repositories/VenuesSql.ts"
import { bigint, integer, integers, json, statementOf, text, time } from "./statementOf.ts"

const now = DateTime.makeUnsafe("2026-01-02T03:04:05.006Z")
const organizationId = OrganizationId.make(7001)
const workspaceId = WorkspaceId.make(7003)
const integrationId = IntegrationId.make(7002)
const soon = DateTime.makeUnsafe("2026-01-02T03:07:05.006Z")
const later = DateTime.makeUnsafe("2026-02-03T04:05:06.007Z")
const key = { namespace: "hub", tenant: "tenant", key: "key", ownerToken: "owner" } as const
const keyNames = { namespace: text("hub"), tenant: text("tenant"), key: text("key") }
const entry: AuditEntry = {
  organizationId,
  actor: { kind: "key", id: "actor" },
  action: "action",
  subject: "subject",
  before: { version: 7008 },
  after: { version: 7009 },
  requestId: "request",
  createdAt: now
}
const scan = { workspaceId, organizationId, limit: scanRows }

/** The statements of the measured operations, from the service's own repositories. */
export const statements = {
  credential: statementOf("credential", makeApiKeysSql, (keys) => keys.findByHash("hash"), { hash: text("hash") }),
  brands: statementOf(
    "brands",
    makeBrandsSql,
    (core) => core.listBrands({ organization: { id: organizationId, xid: "" }, limit: 7004, after: undefined }),
    { organizationId: integer(7001), rows: integer(7005) }
  ),
  grants: statementOf("grants", makeMessagingGrantsSql, (grants) => grants.listByIntegration(integrationId), {
    integrationId: integer(7002)
  }),
  actions: statementOf(
    "actions",
    makeActionsSql,
    (actions) => actions.list({ ...scan, guest: undefined, before: undefined }),
    { workspaceId: integer(7003) }
  ),
  events: statementOf(
    "events",
    makeMessagingEventsSql,
    (events) => events.list({ ...scan, guest: undefined, after: 7006 }),
    {
      workspaceId: integer(7003),
      after: bigint(7006)
    }
  ),
  venues: statementOf(
    "venues",
    makeVenuesSql,
    (venues) => venues.list({ organizationIds: [organizationId], venueIds: "all" }),
    {
      organizationId: integer(7001)
    }
  ),
  takeKey: statementOf(
    "takeKey",
    makeIdempotencyKeysSql,
    (keys) =>
      keys.insertBefore(
        {
          ...key,
          fingerprint: "print",
          leaseUntil: now,
          status: null,
          headers: null,
          body: null,
          sealedFor: null,
          venueIds: null,
          createdAt: now,
          expiresAt: later
        },
        Effect.void
      ),
    {
      ...keyNames,
      fingerprint: text("print"),
      ownerToken: text("owner"),
      createdAt: time(now),
      expiresAt: time(later)
    }
  ),
  keepAnswer: statementOf(
    "keepAnswer",
    makeIdempotencyKeysSql,
    (keys) =>
      keys.updateInsertedResponse({
        ...key,
        status: 7010,
        headers: null,
        body: "body",
        sealedFor: "purpose",
        venueIds: null
      }),
    { ...keyNames, ownerToken: text("owner"), status: integer(7010), body: text("body"), sealedFor: text("purpose") }
  ),
  leaseKey: statementOf(
    "leaseKey",
    makeIdempotencyKeysSql,
    (keys) =>
      keys.lease({
        ...key,
        fingerprint: "print",
        leaseUntil: soon,
        status: null,
        headers: null,
        body: null,
        sealedFor: null,
        venueIds: null,
        createdAt: now,
        expiresAt: later
      }),
    {
      ...keyNames,
      fingerprint: text("print"),
      ownerToken: text("owner"),
      leaseUntil: time(soon),
      createdAt: time(now),
      expiresAt: time(later)
    }
  ),
  keepLeasedAnswer: statementOf(
    "keepLeasedAnswer",
    makeIdempotencyKeysSql,
    (keys) =>
      keys.updateLeasedResponse({
        ...key,
        status: 7010,
        headers: null,
        body: "body",
        sealedFor: "purpose",
        venueIds: [7011]
      }),
    {
      ...keyNames,
      ownerToken: text("owner"),
      status: integer(7010),
      body: text("body"),
      sealedFor: text("purpose"),
      venueIds: integers([7011])
    }
  ),
  releaseKey: statementOf("releaseKey", makeIdempotencyKeysSql, (keys) => keys.remove(key, now), {
    ...keyNames,
    ownerToken: text("owner"),
    now: time(now)
  }),
  keptAnswer: statementOf("keptAnswer", makeIdempotencyKeysSql, (keys) => keys.find(key), keyNames),
  lockAction: statementOf("lockAction", makeActionsSql, (actions) => actions.findForUpdate(workspaceId, "action"), {
    workspaceId: integer(7003),
    action: text("action")
  }),
  candidate: statementOf(
    "candidate",
    makeOwnerCandidatesSql,
    (candidates) => candidates.findIntegration(organizationId, workspaceId, "integration"),
    { organizationId: integer(7001), workspaceId: integer(7003), integration: text("integration") }
  ),
  audit: statementOf("audit", makeAuditLogSql, (log) => log.insert(entry), {
    organizationId: integer(7001),
    actor: json(entry.actor),
    action: text("action"),
    subject: text("subject"),
    before: json(entry.before),
    after: json(entry.after),
    requestId: text("request"),
    createdAt: time(now)
  }),
  transition: statementOf(
    "transition",
    makeActionsSql,
    (actions) =>
      actions.insertTransition({
        actionId: ActionId.make(7007),
        type: "claim",
        fromState: "unowned",
        toState: "owned",
        actorKind: "integration",
        actorId: "actor",
        expectedVersion: 7008,
        resultingVersion: 7009,
        evidence: "evidence",
        note: null,
        receiptXid: "receipt",
        requestId: "request",
        occurredAt: now,
        owner: { kind: "integration", id: integrationId },
        audience: { audienceKind: "workspace", teamId: null },
        eventXid: "event",
        eventKind: "action.claimed"
      }),
    {
      actionId: bigint(7007),
      type: text("claim"),
      fromState: text("unowned"),
      toState: text("owned"),
      actorKind: text("integration"),
      actorId: text("actor"),
      expectedVersion: integer(7008),
      evidence: text("evidence"),
      receiptXid: text("receipt"),
      requestId: text("request"),
      occurredAt: time(now),
      integrationId: integer(7002),
      eventXid: text("event"),
      eventKind: text("action.claimed")
    }
  )
}
