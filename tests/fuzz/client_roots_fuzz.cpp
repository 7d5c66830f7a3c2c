#include "fuzz.hpp"

#include "agent/calls/client_roots.hpp"

// What a URI names is a path without a NUL, or nothing.
void fuzz(std::string_view input)
{
    const std::string path = agent::calls::path_of_file_uri(input);
    must(path.empty() || path.front() == '/');
    must(path.find('\0') == std::string::npos);
    must(path.size() <= input.size());
}
