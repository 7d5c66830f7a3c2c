#include "fuzz.hpp"

#include <cstdint>

using namespace toolkit::system;

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // A copy, since the fuzzer's own bytes may be a null pointer, and so that reading behind their
    // end is seen.
    const std::string input(data, data + size);
    try {
        fuzz(input);
    } catch (const ToolError&) { // an answer like any other
        return 0;
    }
    return 0;
}
