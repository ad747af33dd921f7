/** The result of one check. The service works despite a `warn` but not with a `fail`. */
export interface Check {
  readonly name: string
  readonly status: "ok" | "warn" | "fail"
  readonly detail: string
}

export const ok = (name: string, detail: string): Check => ({ name, status: "ok", detail })
export const warn = (name: string, detail: string): Check => ({ name, status: "warn", detail })
export const fail = (name: string, detail: string): Check => ({ name, status: "fail", detail })
