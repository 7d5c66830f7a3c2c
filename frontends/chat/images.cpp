#include "frontends/chat/images.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/image.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace frontends::chat {

using namespace toolkit;
namespace fs = std::filesystem;

channel::ChatImage image_event(const model::Image& image, const std::string& name, bool of_result)
{
    return {name, image.size.width, image.size.height, static_cast<std::int64_t>(image.bytes),
        of_result};
}

channel::ChatImage drawn_image_event(
    const model::Image& image, const std::string& name, const std::string& protocol)
{
    static constexpr std::size_t max_drawn = 1'000'000;
    channel::ChatImage event = image_event(image, name);
    const bool is_drawn
        = protocol == "iterm2" || (protocol == "kitty" && image.type == "image/png");
    if (is_drawn && image.bytes <= max_drawn)
        event.base64 = image.url.substr(image.url.find(',') + 1);
    return event;
}

static fs::path absolute_path(const std::string& path, const std::string& workspace)
{
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    if (path.starts_with("~/") && home != nullptr)
        return (fs::path(home) / path.substr(2)).lexically_normal();
    return (fs::path(workspace) / path).lexically_normal();
}

// Returns the path relative to the workspace; nullopt if it leads out, also by a link.
static std::optional<std::string> path_inside(const fs::path& path, const std::string& workspace)
{
    std::error_code error;
    for (const fs::path& one : {path, fs::weakly_canonical(path, error)}) {
        const std::string relative = one.lexically_relative(workspace).string();
        if (error || relative.empty() || relative == "." || relative == ".."
            || relative.starts_with("../"))
            return std::nullopt;
    }
    return path.lexically_relative(workspace).string();
}

// Returns what mentions the file of a path; nullopt if it is not an image.
static std::optional<std::string> mention_of_image(
    const std::string& given, const std::string& workspace)
try {
    const fs::path path = absolute_path(given, workspace);
    const File file = system::open_found_file(path, "the image", system::LinksOut::followed);
    std::array<char, 12> head {};
    const ssize_t size = pread(file.descriptor(), head.data(), head.size(), 0);
    if (size <= 0 || text::image_type({head.data(), static_cast<std::size_t>(size)}).empty())
        return std::nullopt;
    return path_inside(path, workspace).value_or(path.string());
} catch (const ToolError&) {
    return std::nullopt;
} catch (const fs::filesystem_error&) {
    return std::nullopt;
}

std::vector<std::string> images_of_paste(
    const channel::PastedPaths& pasted, const std::string& workspace)
{
    for (const auto* reading : {&pasted.lines, &pasted.words}) {
        std::vector<std::string> mentions;
        for (const std::string& path : *reading)
            if (const auto mention = mention_of_image(path, workspace))
                mentions.push_back(*mention);
            else
                break;
        if (!mentions.empty() && mentions.size() == reading->size())
            return mentions;
    }
    return {};
}

model::SharedImage image_outside(const std::string& name, const std::string& workspace)
{
    const fs::path path = absolute_path(name, workspace);
    if (path_inside(path, workspace) || !mention_of_image(name, workspace))
        return nullptr;
    return model::image_of_bytes(system::read_found_file(
        path, "the image", text::max_image_bytes, system::LinksOut::followed));
}

}
