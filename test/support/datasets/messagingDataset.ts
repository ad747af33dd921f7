import { DateTime } from "effect"
import { IntegrationId } from "../../../src/domain/access/ApiKey.ts"
import { type Action, ActionId } from "../../../src/domain/actions/Action.ts"
import type { ActionMove } from "../../../src/domain/actions/Actions.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import type { Message } from "../../../src/domain/messaging/Message.ts"
import type { MessagingEvent } from "../../../src/domain/messaging/MessagingEvent.ts"
import type { MessagingGrant } from "../../../src/domain/messaging/MessagingGrant.ts"
import { WorkspaceId } from "../../../src/domain/messaging/Workspace.ts"
import { OperatorId } from "../../../src/domain/operators/Operator.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { VenueId } from "../../../src/domain/properties/Property.ts"
import { emptyDataset } from "./emptyDataset.ts"
import { plainProperty } from "./plainProperty.ts"

const organizationId = OrganizationId.make(1)

/** Minute `n` of the dataset's day. */
export const minute = (n: number) => DateTime.add(DateTime.makeUnsafe("2026-03-01T10:00:00.000Z"), { minutes: n })

/** The same time in the API's format. */
export const instant = (n: number) => DateTime.formatIso(minute(n))

const organization = (id: number, activated: boolean): Dataset["organizations"][number] => ({
  id: OrganizationId.make(id),
  xid: `org-${id}`,
  name: `Organization ${id}`,
  slug: `org-${id}`,
  status: "active",
  messagingActivatedAt: activated ? minute(0) : null
})

const grant = (
  id: number,
  integrationId: number,
  workspaceId: number,
  change: Partial<MessagingGrant> = {}
): MessagingGrant => ({
  id,
  integrationId: IntegrationId.make(integrationId),
  workspaceId: WorkspaceId.make(workspaceId),
  permissions: ["hub:api:actions:read"],
  audienceWorkspace: true,
  audienceTeamIds: [],
  active: true,
  deactivatedAt: null,
  ...change
})

export const message = (id: number, conversationId: number, seq: number, change: Partial<Message> = {}): Message => ({
  id,
  xid: `m${id}`,
  conversationId,
  seq,
  direction: "inbound",
  channel: "chat",
  authorKind: "guest",
  authorName: "Guest One",
  body: `Text ${id}`,
  audienceKind: "workspace",
  teamId: null,
  isSensitive: false,
  deletedAt: null,
  sourceDerived: false,
  aiPrivate: false,
  replyToXid: null,
  actionXid: null,
  privateMessageId: null,
  deliveryStatus: null,
  createdAt: minute(seq),
  editedAt: null,
  ...change
})

export const action = (id: number, workspaceId: number, seq: number, change: Partial<Action> = {}): Action => ({
  id: ActionId.make(id),
  xid: `a${id}`,
  organizationId: OrganizationId.make(workspaceId === 3 ? 2 : 1),
  workspaceId: WorkspaceId.make(workspaceId),
  seq,
  version: 1,
  state: "unowned",
  kind: "housekeeping",
  title: `Action ${id}`,
  details: null,
  priority: "normal",
  guestId: null,
  reservationId: null,
  propertyId: null,
  audienceKind: "workspace",
  teamId: null,
  ownerKind: null,
  ownerIntegrationId: null,
  ownerOperatorId: null,
  dueAt: null,
  evidence: null,
  createdAt: minute(seq),
  updatedAt: minute(seq),
  claimedAt: null,
  finishedAt: null,
  cancelledAt: null,
  ...change
})

export const event = (workspaceId: number, sequence: number, change: Partial<MessagingEvent> = {}): MessagingEvent => ({
  workspaceId: WorkspaceId.make(workspaceId),
  sequence,
  xid: `e${workspaceId}-${sequence}`,
  kind: "action.created",
  resourceType: "action",
  resourceId: 1,
  guestId: null,
  actorKind: "system",
  actorId: null,
  resourceVersion: 1,
  occurredAt: minute(sequence),
  ...change
})

/** A small dataset of two organizations that use the same guest ids and numbers for different rows. */
export const messagingDataset: Dataset = {
  ...emptyDataset,
  organizations: [organization(1, true), organization(2, true), organization(3, false)],
  brands: [
    {
      id: 1,
      organizationId,
      documentId: "brand-1",
      name: "Brand",
      slug: "brand",
      status: "active",
      logoUrl: null,
      description: null,
      createdAt: minute(0),
      updatedAt: minute(0)
    }
  ],
  properties: [
    {
      id: VenueId.make(1),
      organizationId,
      brandId: 1,
      documentId: "venue-1",
      slug: "venue-1",
      name: "Venue",
      ...plainProperty,
      updatedAt: minute(0)
    }
  ],
  integrations: [1, 2, 3, 4, 5].map((id) => ({
    id: IntegrationId.make(id),
    organizationId: OrganizationId.make(id === 3 ? 2 : id === 4 ? 3 : 1),
    xid: `integration-${id}`,
    name: `Integration ${id}`,
    origin: "settings"
  })),
  workspaces: [1, 2, 3, 4, 5, 6].map((id) => ({
    id: WorkspaceId.make(id),
    organizationId: OrganizationId.make(id === 3 ? 2 : id === 5 ? 3 : 1),
    xid: `ws-${id}`,
    name: `Workspace ${id}`,
    status: id === 4 ? "archived" : "active"
  })),
  workspaceCounters: [
    { workspaceId: WorkspaceId.make(1), events: 8, oldestEvent: 1, actions: 5 },
    { workspaceId: WorkspaceId.make(2), events: 0, oldestEvent: 1, actions: 1 },
    { workspaceId: WorkspaceId.make(3), events: 2, oldestEvent: 1, actions: 1 }
  ],
  teams: [{ id: 1, workspaceId: WorkspaceId.make(1), xid: "team-night", name: "Night" }],
  messagingGrants: [
    grant(3, 1, 4),
    grant(1, 1, 1, { permissions: ["hub:api:threads:read", "hub:api:actions:read"], audienceTeamIds: [1] }),
    grant(2, 1, 2, { active: false, deactivatedAt: minute(1) }),
    grant(4, 1, 3),
    grant(5, 4, 5, { audienceWorkspace: false })
  ],
  operators: [
    {
      id: OperatorId.make(1),
      organizationId,
      identitySubject: "operator-1",
      name: "Operator One",
      email: "operator-1@example.com",
      role: "operator",
      isStaff: false,
      globalScope: false,
      allVenues: true,
      venueIds: [],
      permissions: [],
      status: "active",
      updatedAt: minute(0)
    }
  ],
  guests: [
    { id: 1, organizationId, xid: "g1", memberId: null },
    { id: 2, organizationId, xid: "g2", memberId: null },
    { id: 3, organizationId: OrganizationId.make(2), xid: "g1", memberId: null },
    { id: 4, organizationId, xid: "g-quiet", memberId: null },
    { id: 5, organizationId: OrganizationId.make(2), xid: "g-foreign", memberId: null }
  ],
  conversations: [
    { id: 1, workspaceId: WorkspaceId.make(1), guestId: 1, messages: 6, lastMessageAt: null },
    { id: 2, workspaceId: WorkspaceId.make(2), guestId: 1, messages: 1, lastMessageAt: null },
    { id: 3, workspaceId: WorkspaceId.make(3), guestId: 3, messages: 1, lastMessageAt: null },
    { id: 4, workspaceId: WorkspaceId.make(1), guestId: 2, messages: 0, lastMessageAt: null },
    { id: 5, workspaceId: WorkspaceId.make(3), guestId: 5, messages: 0, lastMessageAt: null }
  ],
  actions: [
    action(1, 1, 1, {
      guestId: 1,
      propertyId: VenueId.make(1),
      reservationId: "RES-1",
      details: "Two, please",
      priority: "urgent",
      dueAt: minute(90)
    }),
    action(2, 1, 2, {
      guestId: 2,
      version: 2,
      state: "owned",
      ownerKind: "integration",
      ownerIntegrationId: IntegrationId.make(2),
      claimedAt: minute(3)
    }),
    action(3, 1, 3, {
      guestId: 1,
      version: 3,
      state: "finished",
      ownerKind: "operator",
      ownerOperatorId: OperatorId.make(1),
      evidence: "Done",
      claimedAt: minute(4),
      finishedAt: minute(5)
    }),
    action(4, 1, 4, { audienceKind: "team", teamId: 1 }),
    action(5, 1, 5),
    action(6, 2, 1, { guestId: 1 }),
    action(7, 3, 1, { guestId: 3 })
  ],
  messages: [
    message(1, 1, 1),
    message(2, 1, 2, {
      direction: "outbound",
      channel: "sms",
      authorKind: "operator",
      authorName: "Operator One",
      deliveryStatus: "delivered",
      replyToXid: "m1",
      actionXid: "a4",
      editedAt: minute(9)
    }),
    message(3, 1, 3, { isSensitive: true, replyToXid: "m7", actionXid: "a7" }),
    message(4, 1, 4, { deletedAt: minute(8), replyToXid: "m3", actionXid: "nothing" }),
    message(5, 1, 5, { sourceDerived: true, audienceKind: "team", teamId: 1 }),
    message(6, 1, 6, { aiPrivate: true }),
    message(7, 2, 1),
    message(8, 3, 1)
  ],
  messagingEvents: [
    event(1, 1, { resourceId: 1, guestId: 1 }),
    event(1, 2, { resourceId: 4 }),
    event(1, 3, {
      kind: "message.created",
      resourceType: "message",
      resourceId: 3,
      guestId: 1,
      actorKind: "guest",
      actorId: "g1",
      resourceVersion: null
    }),
    event(1, 4, {
      kind: "action.claimed",
      resourceId: 2,
      guestId: 2,
      actorKind: "integration",
      actorId: "integration-2",
      resourceVersion: 2
    }),
    event(1, 5, { resourceId: 999 }),
    event(1, 6, { kind: "message.edited", resourceType: "message", resourceId: 4, guestId: 1, resourceVersion: null }),
    event(1, 7, { kind: "message.created", resourceType: "message", resourceId: 1, guestId: 1, resourceVersion: null }),
    event(1, 8, { resourceId: 5 }),
    event(3, 1, { resourceId: 7, guestId: 3 }),
    event(3, 2, { resourceType: "message", kind: "message.created", resourceId: 8, guestId: 3, resourceVersion: null })
  ]
}

/** The first integration claims an Action that has had no transitions. */
export const claimMove = (actionId: number, change: Partial<ActionMove> = {}): ActionMove => ({
  actionId: ActionId.make(actionId),
  type: "claim",
  fromState: "unowned",
  toState: "owned",
  actorKind: "integration",
  actorId: "integration-1",
  expectedVersion: 1,
  resultingVersion: 2,
  evidence: null,
  note: null,
  receiptXid: `receipt-${actionId}`,
  requestId: "request-1",
  occurredAt: minute(30),
  owner: { kind: "integration", id: IntegrationId.make(1) },
  audience: { audienceKind: "workspace", teamId: null },
  eventXid: `event-${actionId}`,
  eventKind: "action.claimed",
  ...change
})
