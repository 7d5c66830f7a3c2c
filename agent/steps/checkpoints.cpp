#include "agent/steps/checkpoints.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"

#include <filesystem>
#include <system_error>

namespace agent::steps {

using namespace toolkit;
namespace fs = std::filesystem;

static std::string place() { return system::state_directory() + "/checkpoints"; }

bool is_in_repository(const std::string& root)
{
    std::error_code error;
    for (fs::path directory = fs::canonical(root, error); !error && !directory.empty();
         directory = directory.parent_path()) {
        if (fs::exists(directory / ".git", error))
            return true;
        if (directory == directory.parent_path())
            break;
    }
    return false;
}

std::string checkpoint_directory(const std::string& root)
{
    std::error_code error;
    const fs::path real = fs::canonical(root, error);
    const std::string name = system::sha256(error ? root : real.string());
    system::PrivateDirectory::make(place()).make_in(name);
    return place() + "/" + name;
}

std::size_t prune_checkpoints(std::chrono::milliseconds unused_for)
{
    std::size_t count = 0;
    std::error_code error;
    const auto oldest = fs::file_time_type::clock::now() - unused_for;
    if (!system::PrivateDirectory::find(place()))
        return 0;
    for (const auto& entry : fs::directory_iterator(place(), error)) {
        std::error_code failure;
        const auto used = fs::last_write_time(entry.path(), failure);
        if (!failure && entry.is_directory(failure) && used < oldest) {
            fs::remove_all(entry.path(), failure);
            count += failure ? 0 : 1;
        }
    }
    return count;
}

}
