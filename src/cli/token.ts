import { Console, DateTime, Duration, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as Configuration from "../layers/Configuration.ts"
import {
  assistantResource,
  developmentClientId,
  mintAssistantToken,
  mintMemberToken,
  mintOperatorToken,
  type Validity
} from "../layers/developmentIssuer.ts"
import { baseUrl } from "../layers/configuration/baseUrl.ts"
import { baseUrlFlag, json, period } from "./flags.ts"
import { printJson } from "./printJson.ts"
import { Refused } from "./Refused.ts"

const subject = Flag.String("subject").pipe(Flag.withDescription("Subject of the token (sub)"))

const organization = Flag.String("organization").pipe(
  Flag.withDescription("Id of the organization at the identity provider, such as org_a")
)

const permissions = Flag.String("permission").pipe(
  Flag.withDescription("A permission of the token; repeatable"),
  Flag.atLeast(0)
)

const ttl = period("ttl").pipe(
  Flag.withDescription("Lifetime of the token [default: 1h]"),
  Flag.withDefault(Duration.hours(1))
)

/** Mints and prints a token of the development issuer. Refused in production and sandbox. */
const print = Effect.fnUntraced(function* <E>(
  options: { readonly ttl: Duration.Duration; readonly json: boolean },
  mint: (validity: Validity, configuration: Configuration.Configuration["Service"]) => Effect.Effect<string, E>
) {
  const configuration = yield* Configuration.readConfiguration({ mint: true })
  const issuedAt = DateTime.startOf(yield* DateTime.now, "second")
  const expiresAt = DateTime.addDuration(issuedAt, options.ttl)
  const token = yield* mint({ issuedAt, expiresAt }, configuration)
  yield* options.json ? printJson({ token, expiresAt: DateTime.formatIso(expiresAt) }) : Console.log(token)
})

/** Refuses if another issuer is configured, because the service would not accept the token. */
const trustsDevelopment = (issuer: Configuration.TokenIssuer | string | undefined, variable: string) =>
  issuer === undefined
    ? Effect.void
    : new Refused({ message: `${variable} is set: tokens come from that issuer, not from the development issuer.` })

const member = Command.make(
  "member",
  {
    subject,
    unverified: Flag.Boolean("unverified").pipe(
      Flag.withDescription("Mark the member's email address as unverified"),
      Flag.withDefault(false)
    ),
    ttl,
    json
  },
  Effect.fn("token member")((options) =>
    print(options, (validity, { memberTokens }) =>
      Effect.andThen(
        trustsDevelopment(memberTokens, "HUB_MEMBER_ISSUER"),
        mintMemberToken({ ...validity, subject: options.subject, emailVerified: !options.unverified })
      )
    )
  )
).pipe(
  Command.withDescription("Mint a member token"),
  Command.withExamples([
    { command: "hub token member --subject demo-member-m1", description: "For the first demo member" }
  ])
)

const operator = Command.make(
  "operator",
  { subject, permissions, organization: Flag.optional(organization), ttl, json },
  Effect.fn("token operator")((options) =>
    print(options, (validity, { operatorTokens }) =>
      Effect.andThen(
        trustsDevelopment(operatorTokens, "HUB_OPERATOR_ISSUER"),
        mintOperatorToken({
          ...validity,
          subject: options.subject,
          permissions: options.permissions,
          organization: Option.getOrUndefined(options.organization)
        })
      )
    )
  )
).pipe(
  Command.withDescription("Mint an operator access token"),
  Command.withExamples([
    {
      command: "hub token operator --subject demo-operator-a --organization org_a --permission partner:arrivals:read",
      description: "For a demo operator who reads arrivals"
    }
  ])
)

/** The resource (audience) of assistant tokens. */
const resourceOf = (configuration: Configuration.Configuration["Service"]) =>
  configuration.assistantTokens?.resource ?? assistantResource(baseUrl(configuration))

const assistant = Command.make(
  "assistant",
  {
    subject,
    permissions,
    organization,
    client: Flag.String("client").pipe(
      Flag.withDescription(`client_id of the assistant host [default: ${developmentClientId}]`),
      Flag.withDefault(developmentClientId)
    ),
    baseUrl: baseUrlFlag,
    ttl,
    json
  },
  Effect.fn("token assistant")((options) =>
    print(options, (validity, configuration) =>
      Effect.andThen(
        trustsDevelopment(configuration.assistantTokens?.jwksUrl, "HUB_ASSISTANT_OAUTH_ISSUER"),
        mintAssistantToken({
          ...validity,
          subject: options.subject,
          resource: Option.match(options.baseUrl, {
            onNone: () => resourceOf(configuration),
            onSome: assistantResource
          }),
          clientId: options.client,
          scopes: options.permissions,
          organization: options.organization
        })
      )
    )
  )
).pipe(
  Command.withDescription("Mint a token for the assistant endpoint; permissions become its scopes"),
  Command.withExamples([
    {
      command:
        "hub token assistant --subject demo-operator-a --organization org_a --permission hub:collaboration:read --ttl 15m",
      description: "Valid for 15 minutes"
    }
  ])
)

/** Tokens of the development issuer, for development and tests. */
export const token = Command.make("token").pipe(
  Command.withDescription("Mint a token of the development issuer; refused in production and sandbox"),
  Command.withExamples([
    { command: "hub token member --subject demo-member-m1 --ttl 1d", description: "A member token for a day" }
  ]),
  Command.withSubcommands([member, operator, assistant])
)
