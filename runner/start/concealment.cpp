#include "runner/start/concealment.hpp"

#include "agent/redaction/secret_names.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace runner::start {

using namespace agent;

static void conceal_in_arguments(char** argv, const std::string& key)
{
    for (; !key.empty() && *argv != nullptr; ++argv)
        for (char* at = *argv; (at = std::strstr(at, key.c_str())) != nullptr;)
            at = std::fill_n(at, key.size(), 'x');
}

static void conceal_in_environment(const std::vector<std::string>& given)
{
    std::vector<char*> entries;
    for (char** entry = environ; *entry != nullptr; ++entry)
        entries.push_back(*entry);
    for (char* entry : entries) {
        char* const value = std::strchr(entry, '=');
        if (value == nullptr
            || (redaction::secrets_of_variable(std::string_view(entry, value), value + 1).empty()
                && std::find(given.begin(), given.end(), value + 1) == given.end()))
            continue;
        // The copy made here is on the heap, which /proc does not show.
        const std::string name(entry, value);
        setenv(name.c_str(), std::string(value + 1).c_str(),
            1); // NOLINT(concurrency-mt-unsafe): one thread
        std::fill_n(value + 1, std::strlen(value + 1), 'x');
    }
}

void conceal_secrets(char** argv, const std::vector<std::string>& given)
{
    for (const auto& secret : given)
        conceal_in_arguments(argv, secret);
    conceal_in_environment(given);
}

}
