#include "remove.hpp"

#include "toolkit/tool/tool.hpp"

struct Request {
    std::string path;
    bool recursive = false;
    bool force = false;
    std::int64_t max_entries = 10000;
};

static Answer remove(const Request& request, const Workspace& workspace)
{
    const std::int64_t entries = remove_entry(workspace, request.path,
        {.directories = request.recursive ? Directories::whole : Directories::only_empty,
            .missing = request.force ? Missing::accepted : Missing::refused,
            .max_entries = request.max_entries});
    return {{"removed", entries > 0}, {"entries", entries}};
}

static const Tool<Request> tool {
    .name = "fs_rm",
    .summary = "Remove a file, a link, or a directory.",
    .parameters = {
        required_path(&Request::path, "What to remove"),
        optional("recursive", &Request::recursive, "With all that is in it"),
        optional("force", &Request::force, "Nothing there is no error"),
        optional("maxEntries", &Request::max_entries, "Refuse more", between(1, 10000000)),
    },
    .sandbox = {.workspace = Access::write},
    .run = remove,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
