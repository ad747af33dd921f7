/** Requests to another process that await their responses, matched by number. */
export class PendingRequests<Response> {
  readonly #waiting = new Map<number, (response: Response) => void>()
  #last = 0

  /** Sends a request under a new number and resolves with its response. */
  ask(send: (id: number) => void): Promise<Response> {
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      send(id)
    })
  }

  respond(id: number, response: Response): void {
    this.#waiting.get(id)?.(response)
    this.#waiting.delete(id)
  }
}
