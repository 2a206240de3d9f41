import { z } from 'zod'

// The design system's components do not render before these classes are set.
document.body.classList.add('js-enabled', 'nhsuk-frontend-supported')

// The content security policy forbids code made at run time, which zod would otherwise try.
z.config({ jitless: true })
