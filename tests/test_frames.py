"""Frames: the tag against RFC 2202, and whatever is not a good frame is dropped and counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ring import frames
from ring.frames import FOREIGN, FORGED, LENGTH_MAX, NOBODY, REASONS, SETUP, STATUS, Codec, Key
from ring.messages import GAME_MAX, NAME_MAX, Reader, Roster, Seat, pack_name, pack_roster, unpack_roster

KEY, OTHER_KEY = Key(b"k" * 16), Key(b"K" * 16)


def rfc_2202():
    """Test cases for HMAC-SHA-1 of RFC 2202, section 3: key, data, digest."""
    return [
        (b"\x0b" * 20, b"Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
        (b"Jefe", b"what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (b"\xaa" * 20, b"\xdd" * 50, "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
        (bytes(range(1, 26)), b"\xcd" * 50, "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
        (b"\x0c" * 20, b"Test With Truncation", "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"),
        (
            b"\xaa" * 80,
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "aa4ae5e15272d00e95705637ce8a3b55ed402112",
        ),
        (
            b"\xaa" * 80,
            b"Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data",
            "e8e99d0f45237d786d6bbaa7965c7808bbff1a91",
        ),
    ]


@pytest.mark.parametrize(("key", "data", "digest"), rfc_2202())
def test_the_tag_is_hmac_sha1(key, data, digest):
    assert Key(key).sign(data).hex() == digest


@given(
    st.sampled_from([STATUS, SETUP]), st.binary(min_size=4, max_size=4), st.integers(0, 255), st.binary(max_size=234)
)
def test_a_frame_comes_out_as_it_went_in(kind, table, sender, body):
    codec = Codec(KEY)
    frame = codec.pack(kind, table, sender, body)
    assert len(frame) <= LENGTH_MAX
    assert codec.unpack(frame) == (kind, table, sender, body)
    assert codec.dropped == [0] * REASONS


@given(st.binary(max_size=234), st.data())
def test_a_cut_off_or_altered_frame_is_dropped_and_counted(body, data):
    codec = Codec(KEY)
    frame = codec.pack(STATUS, b"abcd", 1, body)
    cut = data.draw(st.integers(0, len(frame) - 1))
    assert codec.unpack(frame[:cut]) is None
    bit = data.draw(st.integers(0, len(frame) * 8 - 1))
    altered = bytearray(frame)
    altered[bit // 8] ^= 1 << bit % 8
    assert codec.unpack(bytes(altered)) is None
    assert codec.unpack(frame + b"\0") is None
    assert codec.dropped[FOREIGN] + codec.dropped[FORGED] == sum(codec.dropped) == 3


@given(st.binary(max_size=300))
def test_noise_is_dropped(noise):
    codec = Codec(KEY)
    assert codec.unpack(noise) is None
    assert codec.dropped[FOREIGN] + codec.dropped[FORGED] == 1


def test_a_frame_of_another_set_is_dropped_and_counted():
    codec = Codec(KEY)
    assert codec.unpack(Codec(OTHER_KEY).pack(STATUS, b"abcd", 1, b"")) is None
    assert (codec.dropped[FOREIGN], codec.dropped[FORGED]) == (0, 1)


def test_a_frame_of_another_version_is_dropped_and_counted(monkeypatch):
    monkeypatch.setattr(frames, "VERSION", 2)
    frame = Codec(KEY).pack(STATUS, b"abcd", 1, b"")
    monkeypatch.undo()
    codec = Codec(KEY)
    assert codec.unpack(frame) is None
    assert (codec.dropped[FOREIGN], codec.dropped[FORGED]) == (1, 0)


names = st.text(min_size=1, max_size=10).filter(lambda name: len(name.encode()) <= NAME_MAX)


@st.composite
def rosters(draw):
    devices = draw(st.integers(1, 8))
    seat = st.builds(Seat, st.integers(0, devices - 1), st.booleans(), names)
    ids = st.binary(min_size=4, max_size=4)
    return Roster(
        draw(ids),
        draw(st.integers(0, 65535)),
        draw(st.integers(0, (1 << 32) - 1)),
        draw(st.integers(0, 3)),
        draw(st.binary(min_size=8, max_size=8)),
        draw(st.lists(ids, min_size=devices, max_size=devices)),
        draw(st.lists(st.integers(0, 65535), min_size=devices, max_size=devices)),
        draw(st.lists(seat, min_size=2, max_size=8)),
        draw(st.binary(max_size=GAME_MAX)),
    )


@given(rosters())
def test_a_roster_fits_into_one_frame_and_comes_out_as_it_went_in(made):
    data = pack_roster(made)
    assert unpack_roster(data) == made
    assert len(Codec(KEY).pack(SETUP, b"abcd", NOBODY, data)) <= LENGTH_MAX


@given(rosters(), st.data())
def test_a_roster_that_makes_no_sense_is_refused(made, data):
    packed = pack_roster(made)
    with pytest.raises(ValueError, match="bytes"):
        unpack_roster(packed + b"\0")
    with pytest.raises(ValueError, match=r"bytes|a table|a seat|a name"):
        unpack_roster(packed[: data.draw(st.integers(0, len(packed) - 1))])


@given(st.binary(max_size=234))
def test_noise_is_no_roster_or_one_with_seats_and_devices(noise):
    try:
        made = unpack_roster(noise)
    except ValueError:
        return
    assert 2 <= len(made.seats) <= 8
    assert all(seat.device < len(made.devices) for seat in made.seats)


@pytest.mark.parametrize(
    ("name", "kept"), [("Ana", "Ana"), ("ÄÖÜäöüßÉ", "ÄÖÜäöüß"), ("Ngọc Bích Ngân", "Ngọc Bích Ng")]
)
def test_a_name_is_cut_to_whole_letters(name, kept):
    assert Reader(pack_name(name)).name() == kept
