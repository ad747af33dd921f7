import { makeApp } from "./app.ts"
import { brands } from "./brands.ts"
import { chatEventRoutes } from "./chatEvents.ts"
import { makeCredentials } from "./credentials.ts"
import { makeDatabase } from "./database.ts"
import { hubAccess } from "./hubAccess.ts"
import { claimRoutes } from "./member/claims.ts"
import { memberAccess } from "./member/memberAccess.ts"
import { offerRoutes } from "./member/offers.ts"
import { propertySearchRoutes } from "./member/propertySearch.ts"
import { suggestionRoutes } from "./member/suggestions.ts"
import { walletRoutes } from "./member/wallet.ts"
import { messaging } from "./messaging.ts"
import { partner } from "./partner.ts"
import { servedPage } from "./servePage.ts"
import { transition } from "./transition.ts"

const database = makeDatabase(process.env["DATABASE_URL"] ?? "")
const credentials = makeCredentials(database, 20)
const app = makeApp()

await app.register(
  async (hub) => {
    hubAccess(hub, credentials)
    brands(hub, database)
    messaging(hub, database)
    transition(hub, database)
  },
  { prefix: "/api/external/v1" }
)
await app.register(async (surface) => partner(surface, database, credentials), { prefix: "/v1/partner" })
const keptPage = process.env["BENCH_PAGE"]
if (keptPage !== undefined) servedPage(app, keptPage)
await app.register(async (providers) => chatEventRoutes(providers, database), { prefix: "/api/providers" })
await app.register(
  async (member) => {
    memberAccess(member, database)
    walletRoutes(member, database)
    offerRoutes(member, database)
    claimRoutes(member, database)
    propertySearchRoutes(member, database)
    suggestionRoutes(member, database)
  },
  { prefix: "/v1/members" }
)

const stop = () => void app.close().then(database.close)
process.once("SIGTERM", stop)
process.once("SIGINT", stop)
await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) })
