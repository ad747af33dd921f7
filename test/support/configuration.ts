import { ConfigProvider, Effect } from "effect"
import { readConfiguration } from "../../src/layers/Configuration.ts"
import type { Intent } from "../../src/layers/configuration/Intent.ts"

export type Env = Record<string, string>

export const read = (env: Env, intent?: Intent) =>
  readConfiguration(intent).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))

export const refused = (env: Env, intent?: Intent) =>
  Effect.map(Effect.flip(read(env, intent)), (error) => ({
    names: error.problems.map(({ name }) => name),
    message: error.message
  }))

export const complete: Env = {
  HUB_ENV: "production",
  DATABASE_URL: "postgres://hub:database-password@db.internal/hub",
  HUB_SECRET: "a-secret-of-forty-characters-is-enough-0",
  HUB_MEMBER_ISSUER: "https://login.example.com/",
  HUB_MEMBER_AUDIENCE: "members",
  HUB_MEMBER_JWKS_URL: "https://login.example.com/jwks",
  HUB_OPERATOR_ISSUER: "https://staff.example.com",
  HUB_OPERATOR_AUDIENCE: "operators",
  HUB_OPERATOR_JWKS_URL: "https://staff.example.com/jwks"
}
