import { makeApp } from "./app.ts"
import { brands } from "./brands.ts"
import { makeCredentials } from "./credentials.ts"
import { makeDatabase } from "./database.ts"
import { hubAccess } from "./hubAccess.ts"

const database = makeDatabase(process.env["DATABASE_URL"] ?? "")
const credentials = makeCredentials(database, 20)
const app = makeApp()

await app.register(
  async (hub) => {
    hubAccess(hub, credentials)
    brands(hub, database)
  },
  { prefix: "/api/external/v1" }
)

const stop = () => void app.close().then(database.close)
process.once("SIGTERM", stop)
process.once("SIGINT", stop)
await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) })
