#include "agent/mcp/agreed_prompts.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>

namespace agent::mcp {

namespace {

constexpr const char* agreed_directory = "mcp";
constexpr const char* agreed_file = "prompts.json";
constexpr std::size_t max_agreed_bytes = 1 << 20;
constexpr std::size_t max_agreed = 1'000;

// Returns the hashes, the latest last.
Json agreed_in(const system::PrivateDirectory& directory)
{
    const auto text = directory.read(agreed_file, max_agreed_bytes);
    return json::parse_or(text.value_or(""), Json::array());
}

}

bool AgreedPrompts::contains(const std::string& sha256) const
try {
    const auto state = system::PrivateDirectory::find(state_directory);
    if (!state)
        return false;
    const auto directory = state.find_in(agreed_directory);
    if (!directory)
        return false;
    const Json hashes = agreed_in(directory);
    return std::find(hashes.begin(), hashes.end(), Json(sha256)) != hashes.end();
} catch (const ToolError&) {
    return false;
}

void AgreedPrompts::add(const std::string& sha256) const
try {
    if (state_directory.empty())
        return;
    const auto directory
        = system::PrivateDirectory::make(state_directory).make_in(agreed_directory);
    const File lock = directory.lock();
    Json hashes = agreed_in(directory);
    while (hashes.size() >= max_agreed)
        hashes.erase(hashes.begin());
    hashes.push_back(sha256);
    directory.write(agreed_file, hashes.dump());
} catch (const ToolError&) { // the question is asked again
}

}
