#include "wire.hpp"

#include "toolkit/text/characters.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace exec::background {

using namespace toolkit;

bool is_name(std::string_view name)
{
    return !name.empty() && name.size() <= max_name
        && text::name_length(name, "._-") == name.size();
}

NameBytes bytes_of(std::string_view name)
{
    NameBytes bytes {};
    name.copy(bytes.data(), max_name);
    return bytes;
}

std::string text_of(const NameBytes& bytes)
{
    return {bytes.data(), strnlen(bytes.data(), max_name)};
}

bool send_piece(int socket, const void* bytes, std::size_t size, int descriptor)
{
    iovec part {const_cast<void*>(bytes), size};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (descriptor >= 0) {
        message.msg_control = room.data();
        message.msg_controllen = room.size();
        cmsghdr* const header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t sent = 0;
    do
        sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(size);
}

Piece receive_piece(int socket, void* bytes, std::size_t size, int flags)
{
    iovec part {bytes, size};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
    ssize_t got = 0;
    do
        got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags);
    while (got < 0 && errno == EINTR);
    Piece piece;
    piece.is_end = got == 0 || (got < 0 && errno != EAGAIN);
    const bool is_cut = (static_cast<unsigned>(message.msg_flags) & MSG_TRUNC) != 0;
    piece.is_whole = got == static_cast<ssize_t>(size) && !is_cut;
    const cmsghdr* const header = got < 0 ? nullptr : CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS
        && header->cmsg_len == CMSG_LEN(sizeof(int))) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(header), sizeof number);
        piece.descriptor = File(number);
    }
    return piece;
}

}
