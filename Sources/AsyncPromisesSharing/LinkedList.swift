// A list that each member can leave in constant time.

/// A member of one list at a time. Something else retains it as long as it is in the list.
@usableFromInline
protocol ListMember: AnyObject {
  var previous: Self? { get set }
  var next: Self? { get set }
}

@usableFromInline
struct LinkedList<Member: ListMember> {
  @usableFromInline var first: Member?
  @usableFromInline var last: Member?
  @usableFromInline var count = 0

  var isEmpty: Bool { first == nil }

  func prefix(_ count: Int) -> [Member] {
    sequence(first: first, next: { $0?.next }).prefix(count).compactMap(\.self)
  }

  @inlinable
  mutating func append(_ member: Member) {
    count += 1
    member.previous = last
    if let last { last.next = member } else { first = member }
    last = member
  }

  @inlinable
  mutating func remove(_ member: Member) {
    count -= 1
    let (previous, next) = (member.previous, member.next)
    if let previous { previous.next = next } else { first = next }
    if let next { next.previous = previous } else { last = previous }
    (member.previous, member.next) = (nil, nil)
  }
}
