import NIOPosix
@main struct Demo { static func main() async {} }
