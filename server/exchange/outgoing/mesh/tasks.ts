import type { TaskList } from 'graphile-worker'
import type { ExchangeService } from '../../settings/settings.ts'
import { openMeshInbox } from './inbox.ts'
import { noteGreeting, noteMesh } from './note.ts'

/** Reads what came in about letters, and tells MESH each day that the mailbox is in use. */
export const meshTasks = ({ db, clock, mesh }: ExchangeService): TaskList => {
  if (mesh === null) return { readMeshInbox: nothing, greetMesh: nothing }
  const inbox = openMeshInbox(db.sql, clock, mesh)
  return {
    readMeshInbox: async () => {
      await inbox.read()
    },
    greetMesh: async () => {
      await noteMesh(db.sql, clock, mesh.greet)
      await noteGreeting(db.sql, clock())
    },
  }
}

const nothing = (): Promise<void> => Promise.resolve()
