#pragma once

#include <boost/system/error_code.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::web {

// Maximum size of the head of a response in bytes: the status line and all headers. Gateways add
// long ones; Beast cannot store a header of more than 65,533 bytes.
constexpr std::uint32_t max_head = 64 << 10;

// Size of the read buffer in bytes. The body is removed from it as it arrives. It must have room
// for the head, and for the framing of a chunk, for which Beast has no limit of its own.
constexpr std::size_t max_framing = 256 << 10;

// Maximum size in bytes of a body with embeddings (max_response), and of one that is a message
// (max_reply), since processing it takes memory and time.
constexpr std::size_t max_response = 64 << 20;
constexpr std::size_t max_reply = 16 << 20;

// Return the message of a library or of an error for use within a sentence: "connection refused".
std::string within_sentence(std::string message);
std::string words_of(boost::system::error_code error);

// True if these bytes are the beginning of a response of a server that supports only HTTP/2: a
// SETTINGS frame of stream 0 (RFC 9113, section 3.4), or a status line that names HTTP/2.
bool is_http_2(std::string_view unread);

// Returns the reason why a response of at most `most` bytes cannot be used. `unread` are the bytes
// that the parser has not consumed; they begin with the invalid line.
std::string reason_of(
    boost::system::error_code error, std::size_t most = max_response, std::string_view unread = {});

}
