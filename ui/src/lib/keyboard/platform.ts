// Which keys a platform uses.

/** Whether this is a Mac, where Cmd stands for Ctrl. */
export const isMac = () => /^Mac/.test(navigator.platform);
