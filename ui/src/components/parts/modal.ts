// Opens a dialog over the window, which waits for it. Its frame is in `styles/base.css`.

/** An attachment for a `<dialog class="modal">`. */
export const modal = (dialog: HTMLDialogElement): void => dialog.showModal();
