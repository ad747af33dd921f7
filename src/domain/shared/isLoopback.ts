/** Whether a host, as HOST or a URL names it, is this machine only. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|(?:::ffff:)?127(?:\.\d+){3}|::1|\[::1\])$/i.test(host)
