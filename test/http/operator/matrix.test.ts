import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { operatorId } from "../../../src/demo/demoOperators.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { venues } from "../../../src/demo/venues.ts"
import { operatorTokens } from "../../../src/demo/demoTokens.ts"
import { OperatorId } from "../../../src/domain/operators/Operator.ts"
import { operatorPermissions } from "../../../src/domain/operators/operatorPermissions.ts"
import { OperatorAccess } from "../../../src/http/operator/OperatorAccess.ts"
import { SignInAccess } from "../../../src/http/operator/SignInAccess.ts"
import { isWrite } from "../../../src/http/surface/Verb.ts"
import { demoValidity, mintOperatorToken } from "../../../src/layers/developmentIssuer.ts"
import { changingNothing } from "../../support/matrix/Subject.ts"
import { matrix } from "../../support/matrix/matrix.ts"
import type { MatrixFacts } from "../../support/matrix/MatrixFacts.ts"
import { tokenFor } from "../../support/member.ts"
import { layer as operatorLayer, sessionOf, sessionRow, withSessions } from "../../support/operator.ts"
import { statusAndCode } from "../../support/partner.ts"
import { Service } from "../../support/http/service.ts"
import {
  chatLinkSamples,
  everyOperatorSample,
  keySamples,
  operatorSamples,
  sessionSamples,
  settingsRowSamples,
  settingsSamples
} from "../../support/samples/operatorSamples.ts"
import { isProblem } from "../../support/http/isProblem.ts"

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

const member = await Effect.runPromise(tokenFor("M1"))
const signInToken = await Effect.runPromise(mintOperatorToken({ ...demoValidity, ...operatorTokens.S_manage }))

/** The session of an operator with every permission, but at one venue only. */
const narrow = "matrix-narrow-"

const sessionName = (permissions: ReadonlyArray<string>) => `matrix-${permissions.toSorted().join("+")}-`

const permissionSets: ReadonlyArray<ReadonlyArray<string>> = [
  [],
  ...operatorPermissions.map((permission) => [permission]),
  operatorPermissions
]

/** The demo data with a signed-in operator for every set of permissions. */
const dataset = (now: Parameters<typeof withSessions>[0]) => {
  const demo = withSessions(now)
  const added = demo.operators
    .filter(({ id }) => id === operatorId("manage"))
    .flatMap((operator) =>
      permissionSets.map((permissions, index) => ({
        ...operator,
        id: OperatorId.make(9001 + index),
        identitySubject: sessionName(permissions),
        permissions
      }))
    )
  const [operator] = demo.operators.filter(({ id }) => id === operatorId("manage"))
  if (operator !== undefined) {
    const reach = { allVenues: false, venueIds: [venues.V1.id] }
    added.push({
      ...operator,
      ...reach,
      id: OperatorId.make(9000),
      identitySubject: narrow,
      permissions: [...operatorPermissions]
    })
  }
  const sessions = added.map(({ id, identitySubject }, index) => ({
    id: 9001 + index,
    ...sessionRow(identitySubject, id, now)
  }))
  return {
    ...demo,
    operators: [...demo.operators, ...added],
    operatorSessions: [...demo.operatorSessions, ...sessions]
  }
}

const keys = {
  required: true,
  codes: {
    missing: "missing_idempotency_key",
    reused: "idempotency_conflict",
    inFlight: "idempotency_in_progress"
  },
  asSent: false
} as const

/** Credentials of every other surface, none of which opens a session (INT-002). */
const foreignCredentials = {
  "hub key": bearer(hubKeys.KH_all),
  "partner key": { "x-api-key": partnerKeys.PA },
  "partner key as a bearer token": bearer(partnerKeys.PA),
  "member token": bearer(member),
  "unknown session": { cookie: "hub_session=unknown" },
  "empty session": { cookie: "hub_session=" },
  "session in another cookie": { cookie: `__Host-${sessionOf("manage").cookie}` },
  "session as a bearer token": bearer("test-session-of-manage")
}

const facts: Omit<MatrixFacts, "surface" | "samples" | "access" | "strongest" | "holding" | "foreign"> = {
  proves: {
    credential: "INT-001, INT-002, INT-005, HUB-086",
    permission: "INT-006, INT-007",
    requestId: "GEN-013",
    limits: "GEN-013",
    envelope: "GEN-007",
    input: "INT-003",
    keys: "INT-014",
    reach: "INT-005, INT-011"
  },
  dataset,
  actor: "operator",
  permissions: operatorPermissions,
  strictReach: true,
  syntaxFirst: true,
  malformedCode: "invalid_body",
  strictBodies: true,
  headers: () => ({ "sec-fetch-site": "same-origin" }),
  isFailure: isProblem
}

const holding: MatrixFacts["holding"] = (permissions) => Effect.succeed(sessionOf(sessionName(permissions)))

const behindSession = {
  access: [OperatorAccess.key],
  strongest: sessionOf("manage"),
  holding,
  foreign: { ...foreignCredentials, "operator token": bearer(signInToken) }
}

/** The requirements that endpoints of the settings prove. */
const aboutSettings = {
  proves: { ...facts.proves, permission: "INT-016", keys: "INT-016", reach: "INT-011, INT-016" }
}

const settings = { ...settingsSamples, ...keySamples, ...settingsRowSamples }

/** Every other endpoint behind a session, so one that is in no list of samples fails. */
const isMessaging = (id: string) => !(id in sessionSamples) && !(id in settings) && !(id in chatLinkSamples)

for (const surface of surfaces.filter(({ name }) => name === "operator")) {
  matrix({
    ...facts,
    surface,
    ...behindSession,
    about: (id) => isMessaging(id),
    samples: operatorSamples,
    keys: { ...keys, byPath: false }
  })

  matrix({
    ...facts,
    surface,
    ...behindSession,
    ...aboutSettings,
    about: (id) => id in settingsSamples,
    samples: settingsSamples,
    keys: { ...keys, required: false, byPath: false }
  })

  matrix({
    ...facts,
    surface,
    ...behindSession,
    ...aboutSettings,
    about: (id) => id in keySamples,
    samples: keySamples,
    keys
  })

  matrix({
    ...facts,
    proves: { ...facts.proves, keys: "INT-043" },
    surface,
    about: (id) => id in chatLinkSamples,
    samples: chatLinkSamples,
    access: [OperatorAccess.key],
    strongest: sessionOf("manage"),
    // Access depends on whose link it is, not on a permission alone.
    holding: undefined,
    foreign: { ...foreignCredentials, "operator token": bearer(signInToken) },
    keys: { ...keys, required: false, byPath: undefined }
  })

  matrix({
    ...facts,
    surface,
    ...behindSession,
    ...aboutSettings,
    about: (id) => id in settingsRowSamples,
    samples: settingsRowSamples,
    narrow: sessionOf(narrow),
    keys: { ...keys, required: false }
  })

  matrix({
    ...facts,
    surface,
    about: (id) => id === "signInOperator",
    samples: sessionSamples,
    access: [SignInAccess.key],
    strongest: bearer(signInToken),
    holding: undefined,
    foreign: { ...foreignCredentials, "session cookie": { cookie: sessionOf("manage").cookie ?? "" } }
  })

  matrix({
    ...facts,
    surface,
    about: (id) => id === "signOutOperator",
    samples: sessionSamples,
    access: [OperatorAccess.key],
    strongest: sessionOf("manage"),
    holding: undefined,
    foreign: { ...foreignCredentials, "operator token": bearer(signInToken) }
  })
}

/** Headers of requests that do not come from a page of the service. */
const elsewhere = [
  {},
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" }
]

layer(operatorLayer())("the origin of requests to the operator surface", (it) => {
  for (const endpoint of surfaces.flatMap(({ endpoints, name }) => (name === "operator" ? endpoints : []))) {
    const { identifier: id, method } = endpoint
    const { body, path = "/no-sample" } = everyOperatorSample[id] ?? {}
    const credential = id === "signInOperator" ? bearer(signInToken) : { cookie: sessionOf("manage").cookie ?? "" }
    const from = (headers: Readonly<Record<string, string>>) =>
      Service.use(({ call }) =>
        call(method, path, { body, headers: { "idempotency-key": "key-of-the-origin", ...credential, ...headers } })
      )

    if (isWrite(endpoint)) {
      it.effect(`INT-001, INT-004: ${id} is 403 from elsewhere and from nowhere, and changes nothing`, () =>
        changingNothing(
          Effect.gen(function* () {
            for (const headers of elsewhere) {
              const answer = yield* from(headers)
              assert.deepStrictEqual(statusAndCode(answer), [403, "origin_not_allowed"], JSON.stringify(headers))
              assert.strictEqual(answer.headers.get("cache-control"), "no-store")
            }
          })
        )
      )
    } else {
      it.effect(`INT-001, INT-004: ${id} is 200 from anywhere, and never stored by a cache`, () =>
        Effect.gen(function* () {
          for (const headers of elsewhere) {
            const answer = yield* from(headers)
            assert.strictEqual(answer.status, 200, JSON.stringify(headers))
            assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          }
        })
      )
    }
  }
})
