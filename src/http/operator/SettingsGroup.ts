import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { hubPermissions, messagingPermissions } from "../../domain/access/hubPermissions.ts"
import { Selector } from "../../domain/messaging/Workspace.ts"
import { WorkspaceMissing } from "../../domain/operators/OperatorErrors.ts"
import { organizationsManage } from "../../domain/operators/operatorPermissions.ts"
import { ChangedGrant } from "../../domain/settings/changeMessagingGrant.ts"
import { NewIntegrationKey } from "../../domain/settings/integrationKeys.ts"
import { IntegrationList, IntegrationView } from "../../domain/settings/IntegrationView.ts"
import { RotatedInviteLink } from "../../domain/settings/rotatePropertyInviteLink.ts"
import { KeyExpiryPassed, SettingsLimitReached, WidgetIntegration } from "../../domain/settings/SettingsErrors.ts"
import { characters } from "../../domain/shared/characters.ts"
import { BodyInstant } from "../surface/BodyInstant.ts"
import { PathText } from "../surface/PathText.ts"
import { OrganizationPath } from "./parameters.ts"
import { problem } from "./problem.ts"
import { read, repeatable, write } from "./verbs.ts"

const managing = { permissions: [organizationsManage] } as const

const limitReached = problem(SettingsLimitReached)

/** A name of one line, as people read it. */
const Name = Schema.String.check(
  characters(1, 120),
  Schema.isPattern(/^\S(?:[^\p{Cc}]*\S)?$/u, { expected: "text without control characters and outer blanks" })
)

const NewIntegration = Schema.Struct({
  name: Name.annotateKey({ description: "Its name, which also shows as the owner of Actions" })
})

const NewKey = Schema.Struct({
  name: Name.annotateKey({ description: "What the key is for" }),
  permissions: Schema.Array(Schema.Literals(hubPermissions))
    .check(Schema.isMinLength(1), Schema.isMaxLength(hubPermissions.length))
    .annotateKey({
      description: "What the key may do. Messaging needs the same permission in a grant of the integration besides"
    }),
  expiresAt: Schema.optionalKey(Schema.NullOr(BodyInstant)).annotateKey({
    description: "When the key expires; never when left out or null"
  })
})

const GrantCommand = Schema.Struct({
  scope: Selector.annotateKey({ description: "A workspace of the organization" }),
  audience: Schema.Struct({
    workspace: Schema.Boolean.annotateKey({
      description: "Whether the grant covers what is addressed to the whole workspace"
    }),
    teamIds: Schema.Array(Selector)
      .check(Schema.isMaxLength(100))
      .annotateKey({ description: "Teams of the workspace whose records it covers too, by external id" })
  }).annotateKey({ description: "Whose records the grant covers" }),
  active: Schema.Boolean.annotateKey({ description: "Whether the grant is in force" }),
  permissions: Schema.Array(Schema.Literals(messagingPermissions))
    .check(Schema.isMaxLength(messagingPermissions.length))
    .annotateKey({ description: "What the integration may do in the workspace, as far as its keys may too" })
})

const integrations = "/orgs/:orgId/settings/integrations"
const integration = `${integrations}/:integrationId` as const

const ofIntegration = {
  ...OrganizationPath,
  integrationId: PathText.annotateKey({ description: "Id of the integration" })
}

const shownOnce =
  "is in this answer alone, and is stored as a hash: send the same key again and the answer does without it."

/** What operators manage of their organization: integrations, their keys and grants, invite links (INT-016). */
export class SettingsGroup extends HttpApiGroup.make("settings")
  .add(
    read.get("listIntegrations", integrations, {
      ...managing,
      params: OrganizationPath,
      success: IntegrationList,
      summary: "List integrations",
      description: "Oldest first, with their keys and grants. Of keys the secret is never shown again."
    }),
    repeatable.post("createIntegration", integrations, {
      ...managing,
      params: OrganizationPath,
      payload: NewIntegration,
      success: IntegrationView.pipe(HttpApiSchema.status(201)),
      errors: [limitReached],
      summary: "Make an integration",
      description: "A third party of the hub's API. It has no key and no grant yet. An organization has at most 100."
    }),
    write.post("createIntegrationKey", `${integration}/keys`, {
      ...managing,
      params: ofIntegration,
      payload: NewKey,
      success: NewIntegrationKey.pipe(HttpApiSchema.status(201)),
      errors: [problem(KeyExpiryPassed), limitReached],
      summary: "Make a key",
      description: `A key with which the integration calls the hub's API. Its secret ${shownOnce} An integration has at most 50 keys that have not ended.`
    }),
    repeatable.delete("revokeIntegrationKey", `${integration}/keys/:keyId`, {
      ...managing,
      params: { ...ofIntegration, keyId: PathText.annotateKey({ description: "Id of the key" }) },
      success: HttpApiSchema.NoContent,
      summary: "Revoke a key",
      description: "The key is refused from then on, in every process. Actions stay the integration's."
    }),
    repeatable.put("changeMessagingGrant", `${integration}/grant`, {
      ...managing,
      params: ofIntegration,
      payload: GrantCommand,
      success: ChangedGrant,
      errors: [problem(WidgetIntegration), problem(WorkspaceMissing)],
      summary: "Set the messaging grant",
      description: [
        "Creates, changes or ends the grant of the integration in a workspace. A grant that begins in one workspace while",
        "another is active elsewhere moves: the other ends. Actions that the integration owns, and that no active grant",
        "covers any more, are released with it. What a widget made is granted nothing."
      ].join(" ")
    }),
    repeatable.post("rotatePropertyInviteLink", "/orgs/:orgId/settings/invite-links/:propertyId/rotate", {
      ...managing,
      params: {
        ...OrganizationPath,
        propertyId: PathText.annotateKey({ description: "Document id of a venue that the operator reaches" })
      },
      success: RotatedInviteLink,
      summary: "Rotate an invite link",
      description: `Gives the link by which guests ask the venue for an invite a new token; the old one is dead at once. The token ${shownOnce}`
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Settings", description: "Integrations with their keys and grants, and invite links" })
  ) {}
