// The guides' bridges to other libraries, in a module without default isolation.
