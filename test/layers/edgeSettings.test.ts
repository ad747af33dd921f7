import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { read } from "../support/configuration.ts"

describe("the settings of custom domains", () => {
  it.effect(
    "A-137: reads the edge and the DNS servers, with PUBLIC_URL's host by default, and refuses invalid values",
    () =>
      Effect.gen(function* () {
        const plain = yield* read({ PUBLIC_URL: "https://hub.example.com/api" })
        assert.deepStrictEqual(plain.edge, {
          hostname: "hub.example.com",
          ownHostname: "hub.example.com",
          token: undefined,
          address: undefined,
          authorities: undefined
        })
        assert.isUndefined(plain.dnsServers)
        const configured = yield* read({
          PUBLIC_URL: "https://hub.example.com",
          HUB_EDGE_HOSTNAME: "edge.example.com",
          HUB_EDGE_ADDRESS: "edge.internal:8443",
          HUB_DNS_SERVERS: "192.0.2.1, 192.0.2.2:5353, 2001:db8::1, [2001:db8::2]:5353"
        })
        assert.deepStrictEqual(
          [configured.edge.hostname, configured.edge.ownHostname],
          ["edge.example.com", "hub.example.com"]
        )
        assert.deepStrictEqual(configured.edge.address, { host: "edge.internal", port: 8443 })
        assert.deepStrictEqual(configured.dnsServers, [
          "192.0.2.1",
          "192.0.2.2:5353",
          "2001:db8::1",
          "[2001:db8::2]:5353"
        ])
        const six = yield* read({ HUB_EDGE_ADDRESS: "[2001:db8::1]:443" })
        assert.deepStrictEqual(six.edge.address, { host: "2001:db8::1", port: 443 })
        for (const [name, value] of [
          ["HUB_EDGE_ADDRESS", "edge.internal"],
          ["HUB_EDGE_ADDRESS", "edge.internal:0"],
          ["HUB_EDGE_ADDRESS", "edge.internal:70000"],
          ["HUB_EDGE_ADDRESS", "2001:db8::1:443"],
          ["HUB_DNS_SERVERS", "dns.example.com"],
          ["HUB_DNS_SERVERS", "192.0.2.1:0"],
          ["HUB_EDGE_TOKEN", "too short"],
          ["HUB_EDGE_CA", "/nowhere/authorities.pem"],
          ["HUB_EDGE_CA", import.meta.dirname],
          ["HUB_EDGE_CA", import.meta.filename]
        ] as const) {
          const { problems } = yield* Effect.flip(read({ [name]: value }))
          assert.deepStrictEqual(
            problems.map((problem) => problem.name),
            [name],
            value
          )
        }
      })
  )
})
