import { Console, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { createKey, type KeyRequest } from "../../domain/access/createKey.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import type { Environment } from "../../domain/shared/Scalars.ts"
import { Configuration } from "../../layers/Configuration.ts"
import { json, organizationFlag, period } from "../flags.ts"
import { organizationOf } from "../organizationOf.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"
import { keyServices } from "./keyServices.ts"
import { keyView } from "./keyView.ts"
import { newKeyText } from "./newKeyText.ts"

const repeated = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${description}; repeatable`), Flag.atLeast(0))

const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

const flags = {
  surface: Flag.Literals("surface", ["hub", "partner"]).pipe(Flag.withDescription("API that the key gives access to")),
  organization: organizationFlag,
  integration: Flag.String("integration").pipe(
    Flag.withDescription("hub: integration that the key acts for; required if the organization has several"),
    Flag.optional
  ),
  authLevel: Flag.Literals("auth-level", ["partner", "admin", "service"]).pipe(
    Flag.withDescription(
      "partner: level of the key; admin may also narrow its view with X-Emulate-* headers, and the Partner API refuses service [default: partner]"
    ),
    Flag.optional
  ),
  permissions: repeated("permission", "A permission of the API"),
  all: flag("all", "All permissions of the API"),
  venues: repeated("venue", "partner: document id of a venue within reach"),
  allVenues: flag("all-venues", "partner: every venue of the organization, including future ones"),
  name: Flag.String("name").pipe(
    Flag.withDescription("Name of the key [default: its API]"),
    Flag.withSchema(Schema.String.check(Schema.isBetweenLength(1, 120))),
    Flag.optional
  ),
  expiresIn: period("expires-in").pipe(
    Flag.withDescription("Lifetime of the key, such as 90d [default: never expires]"),
    Flag.optional
  ),
  json
}

type Options = Command.Command.Config.Infer<typeof flags>

/** One message per invalid combination of flags. */
const contradictions = (options: Options): ReadonlyArray<string> => {
  const isHub = options.surface === "hub"
  const wrong = [
    [options.all && options.permissions.length > 0, "--all and --permission exclude each other"],
    [options.allVenues && options.venues.length > 0, "--all-venues and --venue exclude each other"],
    [isHub && (options.allVenues || options.venues.length > 0), "--venue and --all-venues are for partner keys"],
    [isHub && Option.isSome(options.authLevel), "--auth-level is for partner keys"],
    [!isHub && Option.isSome(options.integration), "--integration is for hub keys"]
  ] as const
  return wrong.filter(([applies]) => applies).map(([, message]) => message)
}

const requestOf = (options: Options, organizationId: OrganizationId, environment: Environment): KeyRequest => {
  const shared = {
    name: Option.getOrElse(options.name, () => `${options.surface} key`),
    environment,
    organizationId,
    permissions: options.all ? ("all" as const) : options.permissions,
    lifetime: Option.getOrUndefined(options.expiresIn)
  }
  return options.surface === "hub"
    ? { ...shared, surface: "hub", integration: Option.getOrUndefined(options.integration) }
    : {
        ...shared,
        surface: "partner",
        authLevel: Option.getOrElse(options.authLevel, () => "partner" as const),
        venues: options.allVenues ? "all" : options.venues
      }
}

const make = Effect.fnUntraced(function* (options: Options) {
  const { environment } = yield* Configuration
  const { id } = yield* organizationOf(options.organization)
  const { key, secret } = yield* createKey(requestOf(options, id, environment))
  const view = keyView(key, yield* DateTime.now)
  yield* options.json ? printJson({ ...view, secret: Redacted.value(secret) }) : Console.log(newKeyText(view, secret))
}, Effect.provide(keyServices))

/** Creates a key and prints its secret once. */
export const create = Command.make(
  "create",
  flags,
  Effect.fn("keys create")(function* (options) {
    const wrong = contradictions(options)
    if (wrong.length > 0) return yield* new Refused({ message: wrong.join("\n") })
    yield* make(options)
  })
).pipe(
  Command.withDescription("Create a key; its secret is printed once and stored only as a hash"),
  Command.withExamples([
    {
      command: "hub keys create --surface hub --organization ORG --integration INT --permission hub:api:brands:read",
      description: "A hub key for listing brands"
    },
    {
      command: "hub keys create --surface partner --organization ORG --all --all-venues --expires-in 90d --json",
      description: "A partner key with every scope and venue for 90 days"
    }
  ])
)
