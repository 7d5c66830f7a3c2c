#pragma once

#include "toolkit/system/file.hpp"

#include <map>
#include <optional>
#include <string>

namespace toolkit::workspace {

class Workspace;

// Records which files the caller has read or written, in earlier calls and in this one, and refuses
// changes of files that others have changed since: the field "seen" of a request and of its answer
// (docs/contract.md). Paths are relative to the root, with links resolved.
struct SeenFiles {
    using File = system::File;

    // The SHA-256 of each file when the caller last read or wrote it: 64 hexadecimal digits, empty
    // if unknown, or "unread" if a call was refused because the caller had not read the file.
    std::map<std::string, std::string> before = {};
    // The hashes after this call, for the files that it read, wrote or refused; nullopt for a
    // removed file.
    std::map<std::string, std::optional<std::string>> now = {};
    bool refuses_unread = false; // enables refuse_unread()
    // The content of a refused file, for the error; nullopt if it has over 2,000 bytes or is not
    // text.
    std::optional<std::string> shown = {};

    void has_read(const std::string& path, const File& file);
    void has_written(const std::string& path, std::string sha256);

    // Records the new hash of a file of which a part was changed. Does nothing if others had
    // changed the file since the caller saw it, because the caller has not seen the rest.
    void has_edited(const std::string& path, const File& old_content, const std::string& sha256);

    // Record the path and all files beneath it.
    void has_removed(const std::string& path);
    void has_moved(const std::string& from, const std::string& to);

    // Throw CONFLICT if the content of the file, or of a file at or beneath the path, has changed
    // since the caller saw it. Files that are removed or no longer regular are skipped.
    void refuse_changed(const std::string& path, const File& file);
    void refuse_changed_at(const Workspace& workspace, const std::string& path);

    // Throws CONFLICT if refuses_unread is set, the file is not empty and the caller has not seen
    // it. If `insists`, only the first call for the file is refused.
    void refuse_unread(const std::string& path, const File& file, bool insists);

private:
    [[noreturn]] void refuse(const std::string& path, const File& file, const std::string& why,
        const std::string& hint_if_long);
};

// Returns the record of this call; null if the caller keeps none.
SeenFiles* seen_files_of_call();

}
