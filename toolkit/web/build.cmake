# Boost.Beast (1.74) asserts that at least five bytes of the last chunk and its trailers are there,
# which is not so if a server sends them one by one: it would end this process. Nothing else depends
# on these assertions.
target_compile_definitions(toolkit_web PRIVATE BOOST_DISABLE_ASSERTS)
