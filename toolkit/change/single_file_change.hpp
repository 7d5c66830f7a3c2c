#pragma once

#include "toolkit/change/transaction.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::change {

// The content of a request that writes: UTF-8 text that takes the form of the file, or bytes that
// are written unchanged.
struct ContentToWrite {
    std::string_view text;
    bool is_bytes = false; // came in base64
    std::optional<text::WrittenEncoding> encoding = {}; // named by the request

    // False for bytes, and for text whose encoding the request names: its newlines are meant, too.
    bool follows_file() const { return !is_bytes && !encoding; }
};

struct WrittenText {
    std::string bytes;
    std::string kept = {}; // names the form that was applied, and how to avoid it; empty: none
};

// The part of the file that the text becomes.
enum class WrittenPart { whole, end };

// Returns the bytes that go into a file of this form. Throws BAD_REQUEST if the encoding that the
// request names lacks a character of the text.
WrittenText bytes_to_write(
    const ContentToWrite& content, const text::FileForm& form, WrittenPart part);

// A change of one file, in one atomic step: a Transaction of one path, with the hash that the
// request expects.
class SingleFileChange {
public:
    // Throws BAD_REQUEST if what is expected is no hash, and what the construction of a Transaction
    // throws.
    SingleFileChange(const Workspace& workspace, const std::string& path,
        std::optional<std::string> expected_sha256);

    // As the request names it, and the same relative to the root (Workspace::relative()).
    const std::string& path() const { return given; }
    const std::string& name() const { return names; }

    // Does the file exist? Then its size, else 0, and its content open to read.
    bool exists() const { return transaction.exists(0); }
    std::int64_t size() const { return exists() ? transaction.status(0).st_size : 0; }
    const File& current() const { return transaction.current(0); }

    // NOT_FOUND with this hint if the directory of the file does not exist. Without this check the
    // change makes it.
    void require_directory(const std::string& hint) const;

    // CONFLICT unless the content is the expected one. Its hash is computed only if the file exists
    // and one is expected.
    void check_expected(const std::function<std::string()>& hash_of_current) const;

    // Throws CONFLICT if the file has other content than when the caller saw it; for changes that
    // do not find their place by content. Does nothing if the request has an expected hash.
    void refuse_changed_since_seen() const;

    // Throws CONFLICT as SeenFiles::refuse_unread() does. Does nothing if the request has an
    // expected hash.
    void refuse_unread(bool insists) const;

    // What a change to this content answers; nothing is changed.
    workspace::ChangedFile preview(std::string_view content) const
    {
        return outcome(sha256_of(content));
    }
    workspace::ChangedFile outcome(std::string sha256) const;

    // For a dry run: what a change to this content, or these bytes at the end, would change, as a
    // diff of at most text::max_diff_bytes. If the file is too large to be compared, the diff is
    // empty, and counts as cut.
    text::Diff show_replacement(std::string_view content) const;
    text::Diff show_addition(std::string_view bytes) const;

    // Notes that the caller knows the whole content, after replace().
    void caller_knows(const workspace::ChangedFile& file) const;

    // Make the change. An existing file keeps its mode; without a `mode_of_new` that of a new one
    // is subject to the umask. Throw what Transaction does; then nothing is changed.
    workspace::ChangedFile replace(
        std::string_view content, std::optional<mode_t> mode_of_new = {});
    workspace::ChangedFile append(std::string_view bytes, const std::string& sha256_of_whole);

private:
    static std::string sha256_of(std::string_view content);
    text::Diff show(
        const std::function<text::TextChange(std::string_view before)>& change_of) const;
    workspace::ChangedFile commit(std::string sha256);

    const Workspace& workspace;
    std::string given;
    std::optional<std::string> expected_sha256;
    Transaction transaction;
    std::string names;
};

}
