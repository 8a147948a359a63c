// Questions as people mean them: capitals and spaces do not make another question.

const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether two questions are the same. */
export function sameQuestion(one: string, other: string): boolean {
  return plain(one) === plain(other);
}
