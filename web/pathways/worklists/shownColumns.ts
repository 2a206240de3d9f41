import { useState } from 'react'
import { extraColumns, type ExtraColumnName } from '../../../contract/pathways/worklists/listColumns.ts'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { currentSession } from '../../platform/session/session.ts'

/*
 * The extra columns that a user sees: stored in this browser for each user, and kept after sign-out. They contain
 * nothing about patients.
 */

const names = Object.keys(extraColumns) as ExtraColumnName[]
/** The columns that a user can choose. */
export const choosable = names.filter((name) => !('isOnlyInFiles' in extraColumns[name]))

const key = (): string => `${storagePrefix}listColumns.${currentSession()?.profile?.user.id ?? 0}`

const read = (): readonly ExtraColumnName[] => {
  const kept = localStorage.getItem(key())?.split(',')
  return choosable.filter((name) => kept?.includes(name) ?? extraColumns[name].isShownAtFirst)
}

/** The chosen columns, in the order of the registry, and a function to change them. */
export const useShownColumns = () => {
  const [shown, setShown] = useState(read)
  return {
    shown,
    choose: (name: ExtraColumnName, isShown: boolean): void => {
      const chosen = choosable.filter((each) => (each === name ? isShown : shown.includes(each)))
      localStorage.setItem(key(), chosen.join())
      setShown(chosen)
    },
  }
}
