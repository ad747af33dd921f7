import { assert, describe, it, vi } from "@effect/vitest"
import { execFile, fork } from "node:child_process"
import { once } from "node:events"
import { promisify } from "node:util"
import { type RunningHub, startHub } from "../../src/startHub.ts"
import { freePort } from "../support/servers/freePort.ts"
import { root } from "../support/servers/hub.ts"
import { at } from "../support/http/service.ts"
import { Effect } from "effect"

const inviteLinks = "/v1/partner/public/guest-invites/send"

const brandsOf = ({ baseUrl, demo }: RunningHub) =>
  fetch(`${baseUrl}/api/external/v1/brands`, { headers: { Authorization: `Bearer ${demo.hubKeys.KH_all}` } })

const invite = ({ baseUrl, demo }: RunningHub) =>
  fetch(`${baseUrl}${inviteLinks}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify({
      inviteLinkToken: demo.ids.inviteLinkTokens.V1,
      email: "guest@example.com",
      consent: true
    })
  })

const refusesConnections = (url: string) =>
  fetch(url).then(
    () => false,
    () => true
  )

describe("startHub", () => {
  it("serves the demo data, and controls clock, faults, jobs and mailbox", async () => {
    const log: Array<string> = []
    await using hub = await startHub({ onLog: (line) => log.push(line) })
    assert.match(hub.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.strictEqual(hub.demo.baseUrl, hub.baseUrl)
    assert.strictEqual((await brandsOf(hub)).status, 200)
    await vi.waitFor(() =>
      assert.isTrue(log.some((line) => at(JSON.parse(line), "route") === "/api/external/v1/brands"))
    )

    await hub.armFault({ point: "core", times: 2 })
    assert.deepStrictEqual([(await brandsOf(hub)).status, (await brandsOf(hub)).status], [502, 502])
    assert.strictEqual((await brandsOf(hub)).status, 200)

    assert.strictEqual((await invite(hub)).status, 202)
    assert.deepStrictEqual(await hub.mailbox(), [])
    assert.isObject(await hub.runJob("deliver"))
    const mail = (await hub.mailbox()).find(({ recipient }) => recipient === "guest@example.com")
    assert.include(mail?.body, hub.baseUrl)

    await hub.setTime(new Date("2031-05-06T07:08:09Z"))
    await hub.advanceTime(3600)
    const resetAt = (await brandsOf(hub)).headers.get("x-ratelimit-reset")
    assert.approximately(Number(resetAt), Date.parse("2031-05-06T08:09:09Z") / 1000, 60)

    await hub.armFault({ point: "core", times: 99 })
    await hub.reset()
    assert.strictEqual((await brandsOf(hub)).status, 200)
    assert.isBelow(Number((await brandsOf(hub)).headers.get("x-ratelimit-reset")), Date.now() / 1000 + 120)
  })

  it("PAR-089: the URL of a page's image has the port that the process has chosen", async () => {
    await using hub = await startHub()
    const response = await fetch(`${hub.baseUrl}/v1/partner/pages/${hub.demo.ids.pages.V1_published}`, {
      headers: { "X-API-Key": hub.demo.partnerKeys.PA }
    })
    const url = String(at(await response.json(), "published.featuredImage.url"))
    assert.isTrue(url.startsWith(`${hub.baseUrl}/media/images/`), url)
    assert.strictEqual((await fetch(url)).status, 200)
  })

  it("sets DNS records and certificates of custom domains, and reports a control that was refused", async () => {
    await using hub = await startHub()
    await hub.setDns({ type: "TXT", name: "_hub.stay.example.com", values: ["token"] })
    await hub.setCertificate("stay.example.com", "issued")
    const refusal = await hub.setDns({ type: "TXT", name: "", values: null }).then(
      () => "accepted",
      (error: Error) => error.message
    )
    assert.match(refusal, /^POST \/__test\/dns answered 400: /)
  })

  it("sends the token of the test controls", async () => {
    await using hub = await startHub({ env: { HUB_TEST_CONTROLS_TOKEN: "a-token-of-the-tests" } })
    assert.strictEqual((await fetch(`${hub.baseUrl}/__test/demo`)).status, 401)
    await hub.reset()
  })

  it("stops, and refuses connections afterwards", async () => {
    const hub = await startHub()
    await hub.stop()
    assert.isTrue(await refusesConnections(hub.baseUrl))
  })

  it("rejects with the output of a process that ends before it is ready", async () => {
    const reason = await startHub({ env: { HUB_LIMIT_MEMBER: "many" } }).then(
      () => "started",
      (error: Error) => error.message
    )
    assert.match(reason, /^The process of hub ended: code 1\n/)
    assert.include(reason, "HUB_LIMIT_MEMBER")
  })

  it("rejects after the time for its start", async () => {
    const reason = await startHub({ startTimeoutMs: 1 }).then(
      () => "started",
      (error: Error) => error.message
    )
    assert.match(reason, /^Hub was not ready within 1 ms \(startTimeoutMs\)/)
  })

  it("ends with the process that started it, even one that is killed", async () => {
    const program = `
      import { startHub } from ${JSON.stringify(new URL("../../src/startHub.ts", import.meta.url).href)}
      process.send((await startHub()).baseUrl)
      setInterval(() => {}, 1000)
    `
    const parent = fork("--input-type=module", ["--eval", program], { cwd: root, execArgv: [] })
    const [baseUrl] = await once(parent, "message")
    assert.strictEqual((await fetch(`${baseUrl}/livez`)).status, 200)
    parent.kill("SIGKILL")
    await vi.waitFor(async () => assert.isTrue(await refusesConnections(`${baseUrl}/livez`)), 30_000)
  })

  it("does not keep the process that started it running", async () => {
    const program = `
      import { startHub } from ${JSON.stringify(new URL("../../src/startHub.ts", import.meta.url).href)}
      console.log((await startHub()).baseUrl)
    `
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
      { cwd: root }
    )
    await vi.waitFor(async () => assert.isTrue(await refusesConnections(stdout.trim())), 30_000)
  })
})

describe("hub serve", () => {
  it("listens on the port of PORT", async () => {
    const port = await Effect.runPromise(Effect.scoped(freePort))
    await using hub = await startHub({ env: { PORT: String(port) } })
    assert.strictEqual(hub.baseUrl, `http://127.0.0.1:${port}`)
  })
})
