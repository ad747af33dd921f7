import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { hubPermissions, messagingPermissions } from "../../domain/access/hubPermissions.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { WorkspaceMissing } from "../../domain/operators/OperatorErrors.ts"
import { organizationsManage } from "../../domain/operators/operatorPermissions.ts"
import { ChangedGrant } from "../../domain/settings/changeMessagingGrant.ts"
import { NewIntegrationKey } from "../../domain/settings/createIntegrationKey.ts"
import { IntegrationList, IntegrationView } from "../../domain/settings/IntegrationView.ts"
import { RotatedInviteLink } from "../../domain/settings/rotatePropertyInviteLink.ts"
import { KeyExpiryPassed, SettingsLimitReached, WidgetIntegration } from "../../domain/settings/SettingsErrors.ts"
import { characters } from "../../domain/shared/characters.ts"
import { BodyInstant } from "../surface/schemas/BodyInstant.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { OrganizationPath } from "./parameters.ts"
import { problem } from "./problem.ts"
import { read, repeatable, write } from "./verbs.ts"

const managing = { permissions: [organizationsManage] } as const

const limitReached = problem(SettingsLimitReached)

/** A one-line display name. */
const Name = Schema.String.check(
  characters(1, 120),
  Schema.isPattern(/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u, {
    expected: "text without control characters or surrounding white space"
  })
)

const NewIntegration = Schema.Struct({
  name: Name.annotateKey({ description: "Name of the integration, also shown as the owner of Actions" })
})

const NewKey = Schema.Struct({
  name: Name.annotateKey({ description: "Purpose of the key" }),
  permissions: Schema.Array(Schema.Literals(hubPermissions))
    .check(Schema.isMinLength(1), Schema.isMaxLength(hubPermissions.length))
    .annotateKey({
      description: "Permissions of the key. Messaging also requires the same permission in a grant of the integration."
    }),
  expiresAt: Schema.optionalKey(Schema.NullOr(BodyInstant)).annotateKey({
    description: "When the key expires; null or absent for never"
  })
})

const GrantCommand = Schema.Struct({
  scope: Selector.annotateKey({ description: "Id of a workspace of the organization" }),
  audience: Schema.Struct({
    workspace: Schema.Boolean.annotateKey({
      description: "Whether the grant covers records addressed to the whole workspace"
    }),
    teamIds: Schema.Array(Selector)
      .check(Schema.isMaxLength(100))
      .annotateKey({ description: "External ids of the workspace's teams whose records it also covers" })
  }).annotateKey({ description: "Records that the grant covers" }),
  active: Schema.Boolean.annotateKey({ description: "Whether the grant is active" }),
  permissions: Schema.Array(Schema.Literals(messagingPermissions))
    .check(Schema.isMaxLength(messagingPermissions.length))
    .annotateKey({
      description: "What the integration may do in the workspace; its keys must have the permission, too"
    })
})

const integrations = "/orgs/:orgId/settings/integrations"
const integration = `${integrations}/:integrationId` as const

const ofIntegration = {
  ...OrganizationPath,
  integrationId: PathText.annotateKey({ description: "Id of the integration" })
}

const shownOnce =
  "is returned only once and stored as a hash: a replay with the same Idempotency-Key does not include it."

/** Organization settings: integrations with their keys and grants, and invite links (INT-016). */
export class SettingsGroup extends HttpApiGroup.make("settings")
  .add(
    read.get("listIntegrations", integrations, {
      ...managing,
      params: OrganizationPath,
      success: IntegrationList,
      summary: "List integrations",
      description: "Oldest first, with their keys and grants. Secrets of keys are never returned again."
    }),
    repeatable.post("createIntegration", integrations, {
      ...managing,
      params: OrganizationPath,
      payload: NewIntegration,
      success: IntegrationView.pipe(HttpApiSchema.status(201)),
      errors: [limitReached],
      summary: "Create an integration",
      description:
        "Registers a third party that uses the hub API. It has no keys or grants yet. Limited to 100 per organization."
    }),
    write.post("createIntegrationKey", `${integration}/keys`, {
      ...managing,
      params: ofIntegration,
      payload: NewKey,
      success: NewIntegrationKey.pipe(HttpApiSchema.status(201)),
      errors: [problem(KeyExpiryPassed), limitReached],
      summary: "Create a key",
      description: `Creates a key for the hub API. Its secret ${shownOnce} Limited to 50 active keys per integration.`
    }),
    repeatable.delete("revokeIntegrationKey", `${integration}/keys/:keyId`, {
      ...managing,
      params: { ...ofIntegration, keyId: PathText.annotateKey({ description: "Id of the key" }) },
      summary: "Revoke a key",
      description: "The key is refused immediately, in every process. The integration keeps its Actions."
    }),
    repeatable.put("changeMessagingGrant", `${integration}/grant`, {
      ...managing,
      params: ofIntegration,
      payload: GrantCommand,
      success: ChangedGrant,
      errors: [problem(WidgetIntegration), problem(WorkspaceMissing)],
      summary: "Set the messaging grant",
      description: [
        "Creates, changes or ends the integration's grant for a workspace. An integration has one active grant:",
        "activating one for another workspace ends the previous one. Actions that the integration owns and that are no",
        "longer covered by an active grant are released. An integration created by a widget cannot be granted access."
      ].join(" ")
    }),
    repeatable.post("rotatePropertyInviteLink", "/orgs/:orgId/settings/invite-links/:propertyId/rotate", {
      ...managing,
      params: {
        ...OrganizationPath,
        propertyId: PathText.annotateKey({ description: "Document id of a venue within the operator's reach" })
      },
      success: RotatedInviteLink,
      summary: "Rotate an invite link",
      description: `Replaces the token of the venue's invite link; the old one stops working immediately. The token ${shownOnce}`
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Settings", description: "Integrations with their keys and grants, and invite links" })
  ) {}
