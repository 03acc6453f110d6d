// The bridges to other libraries, as the guides show them, in a module whose code is isolated to
// nothing by default.
